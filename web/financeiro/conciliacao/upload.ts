import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf, type Values } from '../../ui/row'
import { tell } from './ask'

const FAILED = 'Não foi possível carregar o arquivo'

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
export async function uploadCards(files: readonly File[]): Promise<number | null> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  try {
    const answer = await post('financeiro/conciliacao/upload', form)
    tell()
    const data = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
    for (const one of data) {
      const name = textOf(one.file)
      if (textOf(one.message) === '') toast.success(told(one), { title: name })
      else toast.danger(textOf(one.message), { title: `${FAILED}: ${name}` })
    }
    return data.length === 1 ? numberOf(data[0]?.id) : null
  } catch (error) {
    toast.error(error, FAILED)
    return null
  }
}
