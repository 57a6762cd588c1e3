import { sql } from 'drizzle-orm'
import { accountOf, paymentOf } from '../../../core/banking/pagamento/favoured'
import type { OrdemPagamento, Pagador, Pagamento } from '../../../core/banking/pagamento/pagamento'
import type { Falta } from '../../../core/banking/cnab/room'
import { bareTaxId } from '../../../core/br/tax-id'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import type { banco } from '../caixa'
import type { RecordOf } from '../../platform/resource'
import { favouredOf } from './favoured'
import type { Item } from './item'
import type { Remittance } from './remessa-pagamento'

/** A remittance as the bank is told it. */

export type Account = RecordOf<typeof banco>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Who pays: the company of an account. */
export async function payerOf(ctx: Ctx, account: Account): Promise<Pagador> {
  const [row = {}] = await rowsOf(
    ctx,
    sql`select e."xNome", e."CNPJ_CPF", e."xLgr", e.nro, e."xCpl", e."CEP", e."UF", m."xMun" from empresa e left join municipio m on m.id = e."cMun" where e.id = ${account.empresa_id}`,
  )
  return {
    nome: text(row.xNome),
    documento: bareTaxId(text(row.CNPJ_CPF)),
    conta: {
      ...accountOf({ banco: account.codigo ?? '', agencia: account.agencia ?? '', conta: account.conta ?? '' }, false),
      convenio: account.pagamento_convenio ?? '',
      parametro_transmissao: account.pagamento_parametro ?? '',
      compromisso: account.pagamento_compromisso ?? '',
    },
    endereco: {
      logradouro: text(row.xLgr),
      numero: text(row.nro),
      complemento: text(row.xCpl),
      bairro: '',
      cidade: text(row.xMun),
      cep: text(row.CEP).replaceAll(/\D/g, ''),
      uf: text(row.UF),
    },
  }
}

/** An item as a payment; undefined where its way of paying is not known. */
export function paymentIn(item: Item, { dPagamento }: Pick<Remittance, 'dPagamento'>): Pagamento | undefined {
  const { forma, valor, vJuros, vDesc, dVencimento } = item
  if (forma === null) return undefined
  const paying = {
    seu_numero: String(item.id),
    forma,
    data: dPagamento,
    vencimento: dVencimento,
    valor,
    juros: vJuros,
    desconto: vDesc,
  }
  return paymentOf(paying, favouredOf(item))
}

export const NO_FORM = 'A conta não diz como é paga por arquivo: escolha a forma.'

/** Items as one order, numbered by their own numbers. Throws 422 where one has no way of being paid. */
export function orderOf(
  ctx: Ctx,
  head: Pick<Remittance, 'dPagamento'>,
  items: readonly Item[],
  { pagador, sequencia }: { readonly pagador: Pagador; readonly sequencia: number },
): OrdemPagamento {
  const made = items.map((item) => paymentIn(item, head))
  const missing = made.flatMap((one, at) => (one === undefined ? [[placed(at, 'forma'), [NO_FORM]] as const] : []))
  if (missing.length > 0) throw new ApiError(422, 'validation', NO_FORM, Object.fromEntries(missing))
  return {
    banco: pagador.conta.banco,
    pagador,
    sequencia,
    data: ctx.clock.today(),
    hora: ctx.clock.now().slice(11, 19),
    pagamentos: made.filter((one) => one !== undefined),
  }
}

const placed = (at: number, campo: string): string => `remessa_pagamento_conta_list.${at}.${campo}`

/** What the bank would refuse, by item, field and column. Throws 422 where there is any. */
export function assertTaken(faults: readonly Falta[], items: readonly Item[]): void {
  const [first] = faults
  if (!first) return
  const at = new Map(items.map(({ id }, index) => [String(id), index]))
  const fields = new Map<string, string[]>()
  for (const { seu_numero, campo, mensagem } of faults) {
    const index = at.get(seu_numero)
    const name = index === undefined ? 'banco_id' : placed(index, campo)
    fields.set(name, [...(fields.get(name) ?? []), mensagem])
  }
  throw new ApiError(422, 'invalid_pagamento', first.mensagem, Object.fromEntries(fields))
}
