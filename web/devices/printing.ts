import { signal } from '@preact/signals-react'
import type { LabelUse } from '../../core/labels/fields'
import { toast } from '../app/toasts'
import { isRecord, textOf } from '../ui/row'
import { type Printer, printerFor } from './config'
import { toDevices } from './open'
import { DeviceFault, type Paper, type Printed, sendPaper } from './monitor'

/** A paper of this page's that did not surely come out. */
export interface OpenPaper extends Printed {
  readonly printer: Printer
  readonly paper: Paper
  readonly title: string
}

/** Papers that wait or are in doubt, the newest first: until somebody printed them again, or says that they came out. */
export const openPapers = signal<readonly OpenPaper[]>([])
const MOST_OPEN = 20

/** A second press of the same button within this time is the first one's. */
const TWICE_MS = 2_000
const pressed = new Map<string, { readonly at: number; readonly done: Promise<void> }>()

/** What is printed: a name for people, and what the server makes of it for a printer's language. */
export interface Printing {
  /** The same key is the same paper: pressed twice it comes out once. */
  readonly key: string
  readonly use: LabelUse
  readonly title: string
  readonly make: (formato: string) => Promise<unknown>
}

/** Prints labels on the printer that this workstation has for them; false where it has none. What comes of it is told. */
export async function printLabels(asked: Printing): Promise<boolean> {
  const printer = printerFor(asked.use)
  if (printer === undefined) return false
  const last = pressed.get(asked.key)
  if (last !== undefined && performance.now() - last.at < TWICE_MS) await last.done
  else {
    const done = print(printer, asked)
    pressed.set(asked.key, { at: performance.now(), done })
    await done
  }
  return true
}

async function print(printer: Printer, { title, make }: Printing): Promise<void> {
  try {
    await bring(printer, paperOf(await make(printer.linguagem)), title)
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
export async function bring(printer: Printer, paper: Paper, title: string, again = false): Promise<void> {
  const { situacao, motivo } = await sendPaper(printer, paper, again)
  forget(paper.id)
  if (situacao === 'impressa') return toast.success(`${title}: impressa em ${printer.nome}.`)
  openPapers.value = [{ printer, paper, title, situacao, motivo }, ...openPapers.value].slice(0, MOST_OPEN)
  if (situacao === 'na_fila') toast.alert(`${title}: à espera da impressora. ${motivo}`.trim())
  else
    toast.danger(`${title}: confira a impressora. Se não saiu, reimprima em Balanças e impressoras.`, {
      title: 'Não se sabe se saiu',
      leads: toDevices,
    })
}

/** Somebody saw the paper: it came out. */
export function forget(id: string): void {
  openPapers.value = openPapers.value.filter(({ paper }) => paper.id !== id)
}
