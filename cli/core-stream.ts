import { createReadStream } from 'node:fs'
import { CoreError } from '../core/errors'
import type { CoreFunction, Host } from '../core/function'
import { type Line, LineSplitter } from './lines'

/** Longest line that is read: an NF-e with 990 items is about 2 MB. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
const BATCH_CHARACTERS = 64 * 1024
/** What the core is lent: a clock, which a budget in seconds needs, and threads for what is worth them. */
const HOST: Host = {
  now: () => performance.now() / 1000,
  solveRoutes: async (problem, options) => {
    const { solveRoutes } = await import('../http/expedicao/solver/solve-routes')
    return solveRoutes(problem, options)
  },
}

/** Answers one line of `prumo core NAME`: `{"ok": …}` or `{"error": {"code", "message"}}`. Never throws. */
export function answerLine(one: CoreFunction, line: Line): string | Promise<string> {
  if (line === undefined) return failure('too_long', 'Linha longa demais: o limite é 32 MB.')
  let input: unknown
  try {
    input = JSON.parse(line)
  } catch {
    return failure('invalid_json', 'A linha não é um JSON válido.')
  }
  try {
    const answer = one.run(input, HOST)
    return answer instanceof Promise ? answer.then(success, refusal) : success(answer)
  } catch (error) {
    return refusal(error)
  }
}

const success = (answer: unknown): string => JSON.stringify({ ok: answer ?? null })

function refusal(error: unknown): string {
  if (error instanceof CoreError) return failure(error.code, error.message)
  return failure('internal', `Falha interna: ${String(error).slice(0, 200)}`)
}

const failure = (code: string, message: string) => JSON.stringify({ error: { code, message } })

/** Runs a function over a stream of lines, writing an answer for each, in order and in batches. Memory does not grow with the stream. */
export async function streamCore(
  one: CoreFunction,
  input: AsyncIterable<Uint8Array>,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const splitter = new LineSplitter(MAX_LINE_BYTES)
  let batch = ''
  const answer = async (lines: readonly Line[]) => {
    for (const line of lines) {
      const text = answerLine(one, line)
      // Most answers are there at once, and a million of them need not wait a turn each.
      batch += `${typeof text === 'string' ? text : await text}\n`
      if (batch.length >= BATCH_CHARACTERS) await flush()
    }
    // What came is answered before more is awaited: a caller that writes a line and waits gets its answer.
    if (batch !== '') await flush()
  }
  const flush = async () => {
    const text = batch
    batch = ''
    await write(text)
  }
  for await (const chunk of input) await answer(splitter.push(chunk))
  await answer(splitter.end())
}

/** The bytes of a file, or of standard input. */
export function bytesOf(file: string | undefined): AsyncIterable<Uint8Array> {
  return file === undefined ? Bun.stdin.stream() : createReadStream(file, { highWaterMark: 256 * 1024 })
}
