import { configure, getConsoleSink, getLogger, withFilter } from '@logtape/logtape'

/** The program's log. Never give it tokens, passwords, certificates or whole request bodies. */
export const log = getLogger(['prumo'])

/** Sends warnings and errors to standard error. Called once by whoever starts a server. */
export async function startLog(): Promise<void> {
  await configure({
    reset: true,
    sinks: { console: withFilter(getConsoleSink(), 'info') },
    loggers: [
      { category: ['prumo'], lowestLevel: 'info', sinks: ['console'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['console'] },
    ],
  })
}
