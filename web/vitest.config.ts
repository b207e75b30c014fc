import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config.ts";

// Apart from vite.config.ts, so that the page is built without the packages of the tests.
export default mergeConfig(
  page,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
  }),
);
