import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const server = process.env.KARAT_SERVER ?? "http://127.0.0.1:8000";

/** The service worker learns which files the build has; their names carry hashes, so they are its version too. */
function serviceWorker(): Plugin {
  return {
    name: "karat-service-worker",
    apply: "build",
    writeBundle({ dir }, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = ["/", "/icon.svg", "/manifest.webmanifest", ...assets.map((name) => `/${name}`).sort()];
      const place = join(dir!, "sw.js");
      const source = readFileSync("public/sw.js", "utf8");
      const version = createHash("sha256")
        .update([source, String((bundle["index.html"] as { source?: unknown } | undefined)?.source), ...files].join())
        .digest("hex")
        .slice(0, 12);
      writeFileSync(place, source.replace("BUILD_VERSION", version).replace('["BUILD_FILES"]', JSON.stringify(files)));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  json: { namedExports: false }, // texts are asked for by key; names of their own would only be carried along
  build: {
    outDir: "../src/karat/static",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    modulePreload: { polyfill: false }, // every browser that runs es2022 has it
  },
  // `npm run dev` beside a `karat serve`: the page from Vite, everything else from the server.
  server: { proxy: { "/api": server, "/openapi.json": server, "/ws": { target: server, ws: true } } },
});
