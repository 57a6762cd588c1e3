import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { confirmed } from '../../ui/confirmed'
import { openAside } from '../../ui/documents/print'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf, type Values } from '../../ui/row'

export const RESOURCE = 'expedicao/edi'

/** What follows any verb of a carrier's file: whatever shows it asks again. */
function tell(): void {
  for (const name of ['edi', 'edi_linha', 'edi_fatura', 'venda_rastreio']) announce(name)
}

/** What became of the lines of a file, in words. */
export function told(file: Values): string {
  const count = (name: string): number => numberOf(file[name]) ?? 0
  return [
    counted(count('linhas'), 'linha', 'linhas'),
    `${counted(count('aplicadas'), 'aplicada', 'aplicadas')}`,
    ...(count('pendentes') === 0 ? [] : [`${count('pendentes')} à espera`]),
    ...(count('divergentes') === 0 ? [] : [`${count('divergentes')} com diferença`]),
    ...(count('ignoradas') === 0 ? [] : [counted(count('ignoradas'), 'já conhecida', 'já conhecidas')]),
  ].join(', ')
}

const FAILED = 'Não foi possível carregar o arquivo'

/** Sends files of carriers and tells what became of each. Answers the number of a single good one. */
export async function uploadFiles(files: readonly File[]): Promise<number | null> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  try {
    const answer = await post(RESOURCE, form)
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

interface Asking {
  readonly path: string
  readonly body?: Values
  /** What the server asks before it goes on, as a title, and the verb that goes on. */
  readonly asks: string
  readonly action: string
  readonly failed: string
}

/** Calls a verb; what the server asks is asked here. Undefined when it was refused or given up. */
export async function ask({ path, body = {}, asks, action, failed }: Asking): Promise<Values | undefined> {
  try {
    const answer = await confirmed(path, body, { title: asks, action, anyway: true })
    if (answer === undefined) return undefined
    tell()
    return isRecord(answer) ? answer : {}
  } catch (error) {
    toast.error(error, failed)
    return undefined
  }
}

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
