/** Calls to the server, by the names of its own list. A refusal is a Problem with a code that has words in every language. */

import { told } from "./i18n.svelte";
import type { Calls } from "./wire";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly params: Record<string, string> = {},
    readonly retryAfter = 0,
  ) {
    super(message);
  }

  /** In the person's language where we have the words, else the server's sentence. */
  get words(): string {
    return told("problems", this.code, this.message, this.params);
  }
}

interface Parts<K extends keyof Calls> {
  /** What stands in the places of the path: `{table}`. */
  path?: Record<string, string>;
  query?: Calls[K]["query"];
  body?: Calls[K]["takes"];
}

const MOST_TRIES = 4;
/** Seconds that a page may wait for its turn without saying so. */
const PATIENCE = 5;

/** What only reads is asked for again where a house that has much to do says how soon: nobody need press a key for that. */
export async function call<K extends keyof Calls>(name: K, parts: Parts<K> = {}): Promise<Calls[K]["gives"]> {
  for (let tries = 1; ; tries++) {
    try {
      return await once(name, parts);
    } catch (problem) {
      const busy = problem instanceof Problem && problem.status === 429 && name.startsWith("GET ");
      if (!busy || tries === MOST_TRIES || problem.retryAfter > PATIENCE) throw problem;
      await new Promise((done) => setTimeout(done, 1000 * Math.max(1, problem.retryAfter)));
    }
  }
}

async function once<K extends keyof Calls>(name: K, parts: Parts<K>): Promise<Calls[K]["gives"]> {
  const [method, shape] = name.split(" ") as [string, string];
  const path = shape.replace(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(parts.path?.[place] ?? ""));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((parts.query ?? {}) as Record<string, string | number | boolean | null>))
    if (value != null) query.set(key, String(value));
  let response: Response;
  try {
    response = await fetch(query.size ? `${path}?${query}` : path, {
      method,
      credentials: "same-origin",
      headers: parts.body === undefined ? {} : { "content-type": "application/json" },
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
    });
  } catch {
    throw new Problem(0, "offline", "the server cannot be reached");
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Calls[K]["gives"];
  let refused: { code?: string; message?: string; params?: Record<string, string> } = {};
  try {
    refused = JSON.parse(text) as typeof refused;
  } catch {
    // not from Karat: a proxy in between, say
  }
  const wait = Number(response.headers.get("retry-after") ?? 0);
  throw new Problem(
    response.status,
    refused.code ?? `http_${response.status}`,
    refused.message ?? response.statusText,
    refused.params,
    wait,
  );
}

/** What went wrong, for a person; anything that is no Problem is a mistake of ours and stays one. */
export function wordsOf(error: unknown): string {
  if (error instanceof Problem) return error.words;
  throw error;
}
