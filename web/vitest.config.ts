import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

// Apart from vite.config.ts, so that the page is built without the packages of the tests.
export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ["browser"] },
    // Each file in a context of its own, but not in a process of its own: a third of the time.
    test: { environment: "happy-dom", include: ["src/**/*.test.ts"], pool: "vmThreads", testTimeout: 30_000 },
  }),
);
