import { eplOf } from './epl'
import { bytesIn, type CodePage } from './pages'
import { pplaOf } from './ppla'
import type { Copies, Roll } from './roll'
import type { PrinterLanguage } from './template'
import { zplOf } from './zpl'

interface Written {
  /** What the file tells its printer that its texts are in. */
  readonly page: CodePage
  readonly write: (labels: readonly Copies[], roll: Roll) => string
}

const WRITTEN: Readonly<Record<PrinterLanguage, Written>> = {
  zpl: { page: 'utf-8', write: zplOf },
  epl: { page: 'windows-1252', write: eplOf },
  pplb: { page: 'windows-1252', write: eplOf },
  ppla: { page: 'cp850', write: pplaOf },
}

/** The code page of a language's files. */
export const pageOf = (language: PrinterLanguage): CodePage => WRITTEN[language].page

/** Labels as a printer of a language takes them. Throws CoreError `invalid_label` where the language cannot tell a symbol. */
export function printerFile(language: PrinterLanguage, labels: readonly Copies[], roll: Roll): Uint8Array<ArrayBuffer> {
  const { page, write } = WRITTEN[language]
  return bytesIn(write(labels, roll), page)
}
