const EVERY = 4

/**
 * For passes over very many rows: called after each chunk, it has the collector run now and then. Chunks make garbage faster than the collector
 * thinks of it: left alone, a server grows by some 100 MB in a pass and keeps them; this costs some 20 ms in every four chunks.
 */
export function memoryKeeper(): () => void {
  let chunks = 0
  return () => {
    if (++chunks % EVERY === 0) Bun.gc(true)
  }
}
