/** Thrown when whoever reads our output has gone: the command ends quietly, as `head` expects. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

/** Writes to standard output and waits until it is taken, so that a slow reader holds us back. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve()
      else reject('code' in error && error.code === 'EPIPE' ? new OutputClosed('EPIPE', { cause: error }) : error)
    })
  })
}

/** One line for people. */
export const say = (text: string): Promise<void> => writeOut(`${text}\n`)

/** One line beside the output: progress, warnings. */
export const warn = (text: string): void => void process.stderr.write(`${text}\n`)

type Row = Readonly<Record<string, unknown>>
const WIDEST = 44

/** Rows as an aligned table, columns in the order named. */
export function table(rows: readonly Row[], columns: readonly string[]): string {
  const cells = [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  const text = plain(value).replace(/\s+/g, ' ')
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value === true) return 'sim'
  if (value === false) return 'não'
  return typeof value === 'object' ? nameOf(value) : String(value)
}

const BAR = 30
const REDRAW_MS = 100

/** A progress bar on standard error, drawn only where somebody watches. */
export class Progress {
  #drawnAt = 0

  constructor(
    readonly title: string,
    readonly total: number,
  ) {}

  show(done: number, note: string): void {
    if (process.stderr.isTTY !== true || performance.now() - this.#drawnAt < REDRAW_MS) return
    this.#drawnAt = performance.now()
    const share = this.total === 0 ? 1 : Math.min(1, done / this.total)
    const filled = Math.round(share * BAR)
    process.stderr.write(
      `\r${this.title} ${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${Math.round(share * 100)}% ${note} `,
    )
  }

  end(): void {
    if (this.#drawnAt > 0) process.stderr.write('\r\u001B[K')
  }
}

/** What a record that is referred to is called: its first text. */
function nameOf(value: object): string {
  const name = Array.isArray(value) ? undefined : Object.values(value).find((one) => typeof one === 'string')
  return name ?? JSON.stringify(value)
}
