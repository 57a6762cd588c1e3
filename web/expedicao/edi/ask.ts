import { parse } from 'valibot'
import { taken, takenText } from '../../../core/edi/taken'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { asked, type Asking } from '../../ui/asked'
import { openAside } from '../../ui/documents/print'
import { counted } from '../../ui/format'
import { numberOf, textOf, type Values } from '../../ui/row'
import { sendAndTell } from '../../ui/send-files'

export const RESOURCE = 'expedicao/edi'

/** What follows any verb of a carrier's file: whatever shows it asks again. */
function tell(): void {
  for (const name of ['edi', 'edi_linha', 'edi_fatura', 'venda_rastreio']) announce(name)
}

/** What became of the lines of a file, in words. */
export const told = (file: Values): string => takenText(parse(taken, file))

/** Sends files of carriers and tells what became of each. Answers the number of a single good one. */
export const uploadFiles = (files: readonly File[]): Promise<number | null> =>
  sendAndTell(files, { path: RESOURCE, told, after: tell })

/** Calls a verb of a carrier's file, and asks what the server asks. Undefined when it was refused or given up. */
export const ask = (asking: Asking): Promise<Values | undefined> => asked(asking, tell)

/** Opens the download of a file. */
export const download = (id: unknown): void => openAside(`/api/${RESOURCE}/${textOf(id)}/conteudo`)

/** Makes a NOTFIS and downloads it. True when it was made. */
export async function makeNotfis(body: Values): Promise<boolean> {
  const made = await ask({
    path: `${RESOURCE}/geraNOTFIS`,
    body,
    asks: 'Enviar de novo?',
    action: 'Gerar assim mesmo',
    failed: 'Não foi possível gerar o NOTFIS',
  })
  if (made === undefined) return false
  toast.success(`${counted(numberOf(made.notas) ?? 0, 'nota', 'notas')} em ${textOf(made.arquivo)}.`, {
    title: 'NOTFIS gerado',
  })
  download(made.id)
  return true
}
