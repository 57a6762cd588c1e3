import { ApiError, post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { asked, type Asking } from '../../ui/asked'
import type { FormModel } from '../../ui/form/form-model'
import { counted } from '../../ui/format'
import { isRecord, numberOf, textOf, type Row, type Values } from '../../ui/row'
import { sendAndTell } from '../../ui/send-files'

export const BOLETO = 'financeiro/boleto'
export const INSTRUCAO = 'financeiro/boleto_instrucao'
export const REMESSA = 'financeiro/remessa'
export const RETORNO = 'financeiro/retorno'
export const LINHA = 'financeiro/retorno_boleto'

const SHOWN = ['boleto', 'boleto_instrucao', 'remessa', 'remessa_titulo', 'retorno', 'retorno_boleto', 'contas_receber']

/** What follows any verb of collection: whatever shows it asks again. */
export function tell(): void {
  for (const name of SHOWN) announce(name)
}

/** Calls a verb of collection, and asks what the server asks. Undefined when it was refused or given up. */
export const ask = (asking: Omit<Asking, 'asks' | 'action'> & Partial<Asking>): Promise<Values | undefined> =>
  asked({ asks: 'Continuar?', action: 'Continuar', ...asking }, tell)

interface Sending {
  readonly path: string
  readonly body: Values
  readonly form: FormModel
  readonly failed: string
}

/** Calls a verb with what a dialog asked; what it answers. Undefined when it was refused, which is said at its fields, else told. */
export async function sent({ path, body, form, failed }: Sending): Promise<Values | undefined> {
  try {
    const answer = await post(path, body)
    tell()
    return isRecord(answer) ? answer : {}
  } catch (error) {
    const untold = error instanceof ApiError && error.status === 422 ? form.reject(error.fields).untold : undefined
    if (untold === undefined) toast.error(error, failed, '', form)
    else if (untold.length > 0) toast.danger(untold.join('\n'), { title: failed, about: form })
    return undefined
  }
}

/** As `sent`; true when it was done. */
export const send = async (sending: Sending): Promise<boolean> => (await sent(sending)) !== undefined

/** Why a verb of a list is not for these rows: it is for just one, and that one may forbid it. */
export const ofOne =
  (none: string, why: (row: Row) => string | undefined = () => undefined) =>
  (rows: readonly Row[]): string | undefined => {
    const [row] = rows
    return row === undefined || rows.length > 1 ? none : why(row)
  }

const count = (file: Values, name: string): number => numberOf(file[name]) ?? 0

/** What a file of the bank brought, in words. */
function told(file: Values): string {
  if (file.conhecido === true) return 'Este arquivo já tinha sido carregado: nada foi feito.'
  const [open, lost, again] = [count(file, 'aBaixar'), count(file, 'semBoleto'), count(file, 'repetidas')]
  return [
    counted(count(file, 'ocorrencias'), 'ocorrência', 'ocorrências'),
    `${open} a baixar`,
    ...(lost === 0 ? [] : [`${lost} sem boleto`]),
    ...(again === 0 ? [] : [counted(again, 'repetida', 'repetidas')]),
  ].join(', ')
}

/** Sends files of banks and tells what became of each. Answers the number of a single good one. */
export const uploadReturns = (files: readonly File[]): Promise<number | null> =>
  sendAndTell(files, { path: RETORNO, told, after: tell })

/** Downloads a file, to the bank or of it, byte for byte. */
export function download(resource: string, id: unknown): void {
  const link = document.createElement('a')
  link.href = `/api/${resource}/${textOf(id)}/conteudo`
  link.download = ''
  link.click()
}
