import { signal } from '@preact/signals-react'
import { object, picklist, string } from 'valibot'
import type { LabelUse } from '../../core/labels/fields'
import { readStored, writeStored } from '../app/storage'
import { toast } from '../app/toasts'
import { isRecord, textOf } from '../ui/row'
import { agentOf, listOf, printer, type Printer, printerFor } from './config'
import { toDevices } from './open'
import { DeviceFault, type Paper, type Printed, sendPaper } from './monitor'

/** A paper of this page's that did not surely come out. */
interface OpenPaper extends Printed {
  readonly printer: Printer
  readonly paper: Paper
  readonly title: string
}

const MOST_OPEN = 20
const KEPT = 'impressoes'
const kept = object({
  printer,
  paper: object({ id: string(), filename: string() }),
  title: string(),
  situacao: picklist(['na_fila', 'duvida']),
  motivo: string(),
})

/** What was open when this browser was left: its monitor has the paper itself, by its number. */
export const openOf = (stored: unknown): readonly OpenPaper[] =>
  listOf(kept, stored).map((one) => ({
    ...one,
    paper: { ...one.paper, bartender_filename: '', contents: '', base64: false },
  }))

/** Papers that wait or are in doubt, the newest first: until somebody printed them again, or says that they came out. */
export const openPapers = signal<readonly OpenPaper[]>(openOf(readStored(KEPT)))

/** What is kept of them. A paired agent is asked with the paper itself, which only this page has: those are not. */
export const keptOf = (papers: readonly OpenPaper[]): readonly object[] =>
  papers
    .filter(({ printer: { serverIP } }) => agentOf(serverIP) === undefined)
    .map(({ paper: { id, filename }, ...rest }) => ({ ...rest, paper: { id, filename } }))

function keepOpen(papers: readonly OpenPaper[]): void {
  openPapers.value = papers.slice(0, MOST_OPEN)
  writeStored(KEPT, keptOf(openPapers.value))
}

/** A second press of the same button is the first one's, while that is printing and so long after. */
const TWICE_MS = 2_000
const pressed = new Map<string, { until: number; readonly done: Promise<void> }>()

/** What is printed: a name for people, and what the server makes of it for a printer's language. */
interface Printing {
  /** The same key is the same paper: pressed twice it comes out once. */
  readonly key: string
  readonly use: LabelUse
  readonly title: string
  readonly make: (formato: string) => Promise<unknown>
}

/** Prints labels on the printer that this workstation has for them; false where it has none. What comes of it is told. */
export async function printLabels(asked: Printing): Promise<boolean> {
  const to = printerFor(asked.use)
  if (to === undefined) return false
  for (const [key, { until }] of pressed) if (performance.now() >= until) pressed.delete(key)
  const press = pressed.get(asked.key) ?? { until: Infinity, done: print(to, asked) }
  pressed.set(asked.key, press)
  await press.done
  press.until = Math.min(press.until, performance.now() + TWICE_MS)
  return true
}

async function print(to: Printer, { title, make }: Printing): Promise<void> {
  try {
    await bring(to, paperOf(await make(to.linguagem)), title)
  } catch (error) {
    tellFault(error)
  }
}

/** What a file of the server's is as a paper. */
function paperOf(answer: unknown): Paper {
  const file = isRecord(answer) ? answer : {}
  return {
    id: crypto.randomUUID(),
    filename: textOf(file.filename),
    bartender_filename: textOf(file.bartender_filename),
    contents: textOf(file.contents),
    base64: file.encoding === 'base64',
  }
}

/** Says what is wrong with a device. */
export function tellFault(error: unknown): void {
  if (error instanceof DeviceFault) toast.danger(error.message, { title: error.title, leads: toDevices })
  else toast.error(error, 'Não foi possível imprimir')
}

/** Brings a paper to its printer, and tells what became of it. Throws DeviceFault. */
export async function bring(to: Printer, paper: Paper, title: string, again = false): Promise<void> {
  const { situacao, motivo } = await sendPaper(to, paper, again)
  forget(paper.id)
  if (situacao === 'impressa') return toast.success(`${title}: impressa em ${to.nome}.`)
  if (situacao === 'enviada') return toast.success(`${title}: enviada para ${to.nome}.`)
  keepOpen([{ printer: to, paper, title, situacao, motivo }, ...openPapers.value])
  if (situacao === 'na_fila') toast.alert(`${title}: à espera da impressora. ${motivo}`.trim())
  else
    toast.danger(`${title}: confira a impressora. Se não saiu, reimprima em Balanças e impressoras.`, {
      title: 'Não se sabe se saiu',
      leads: toDevices,
    })
}

/** Somebody saw the paper: it came out. */
export function forget(id: string): void {
  keepOpen(openPapers.value.filter(({ paper }) => paper.id !== id))
}
