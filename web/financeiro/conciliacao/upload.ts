import { counted } from '../../ui/format'
import { numberOf, type Values } from '../../ui/row'
import { sendAndTell } from '../../ui/send-files'
import { tell } from './ask'

/** What became of one file, in words. */
function told(file: Values): string {
  const [rows, known, linked] = [file.registros, file.conhecidos, file.vinculados].map((one) => numberOf(one) ?? 0)
  return [
    counted(rows ?? 0, 'registro', 'registros'),
    ...((known ?? 0) === 0 ? [] : [counted(known ?? 0, 'já conhecido', 'já conhecidos')]),
    `${counted(linked ?? 0, 'vinculado', 'vinculados')} por si`,
  ].join(', ')
}

/** Sends files of acquirers and tells what became of each. Answers the number of the reconciliation of a single good one. */
export const uploadCards = (files: readonly File[]): Promise<number | null> =>
  sendAndTell(files, { path: 'financeiro/conciliacao/upload', told, after: tell })
