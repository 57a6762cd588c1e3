import { sql } from 'drizzle-orm'
import type { Comando, Titulo } from '../../../core/banking/cnab/titulo'
import { messagePlaces } from '../../../core/banking/cnab/write-remessa'
import { addDays } from '../../../core/br/civil-date'
import { bareTaxId } from '../../../core/br/tax-id'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Collection } from './account'
import { messagesOf, type Setup } from './banco-cnab'
import type { Boleto, Instruction } from './boleto'

/** A boleto in a file: its entry, or something that the bank is told of it. */
export interface Told {
  readonly boleto: Boleto
  readonly instruction: Instruction | null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isSome = (value: string | null): value is string => value !== null && decimal(value).sign() > 0

/** Who pays boletos, as files tell them, by the number of the boleto's customer. */
async function payersOf(ctx: Ctx, told: readonly Told[]): Promise<ReadonlyMap<number, Titulo['pagador']>> {
  const ids = told.flatMap(({ boleto }) => boleto.cliente_id ?? [])
  const rows = await rowsOf(
    ctx,
    sql`select c.id, c."xNome", c."CNPJ_CPF", c."CEP", c."xLgr", c.nro, c."xCpl", c."xBairro", coalesce(c."UF", m."UF") as uf, m."xMun"
        from cliente c left join municipio m on m.id = c."cMun" where c.id = any (${intArray([...new Set(ids)])}::int[])`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        nome: text(row.xNome),
        documento: bareTaxId(text(row.CNPJ_CPF)),
        endereco: [row.xLgr, row.nro, row.xCpl].map(text).filter(Boolean).join(' '),
        bairro: text(row.xBairro),
        cep: text(row.CEP).replaceAll(/\D/g, ''),
        cidade: text(row.xMun),
        uf: text(row.uf),
      },
    ]),
  )
}

const NOBODY: Titulo['pagador'] = { nome: '', documento: '', endereco: '', bairro: '', cep: '', cidade: '', uf: '' }

/** Days and terms that a title is told with, in files and on paper. */
export function termsOf(
  boleto: Boleto,
  setup: Setup,
  comando: Comando,
): Pick<Titulo, 'juros' | 'multa' | 'desconto' | 'protesto_dias' | 'devolucao_dias'> {
  const after = boleto.dVencimento === null ? null : addDays(boleto.dVencimento, 1)
  const { pJuros, pMulta, pDesconto, dDesconto, valor } = boleto
  const discount = isSome(pDesconto) ? decimal(valor).times(pDesconto).div(100).round(2) : null
  const isEntry = comando === 'entrada'
  return {
    // Every layout takes money a day; a rate a month, some.
    juros: dailyInterest(valor, pJuros, after),
    multa: isSome(pMulta) ? { tipo: 'percentual', valor: pMulta, data: after } : null,
    desconto: discount && discount.sign() > 0 ? { tipo: 'valor', valor: discount.toFixed(2), data: dDesconto } : null,
    protesto_dias: isEntry ? setup.protesto_dias : null,
    devolucao_dias: isEntry ? setup.devolucao_dias : null,
  }
}

/** Simple interest by the day, half up to the cent (a month has 30 days); none where it is less than a cent. */
function dailyInterest(valor: string, pJuros: string | null, data: string | null): Titulo['juros'] {
  if (!isSome(pJuros)) return null
  const day = decimal(valor).times(pJuros).div(3000).round(2)
  return day.sign() > 0 ? { tipo: 'valor_dia', valor: day.toFixed(2), data } : null
}

const instructed = (instruction: Instruction | null, comando: Comando): Pick<Titulo, 'abatimento'> => ({
  abatimento: comando === 'abatimento' ? (instruction?.valor ?? '0.00') : '0.00',
})

/** Boletos as a file tells them. */
export async function titulosOf(
  ctx: Ctx,
  told: readonly Told[],
  setup: Setup,
  collection: Collection,
): Promise<readonly Titulo[]> {
  const payers = await payersOf(ctx, told)
  const most = messagePlaces(collection).length
  const mensagens = messagesOf(setup).slice(0, most)
  return told.map(({ boleto, instruction }): Titulo => {
    const comando: Comando = instruction?.comando ?? 'entrada'
    const terms = termsOf(boleto, setup, comando)
    return {
      comando,
      nosso_numero: boleto.nosso_numero ?? '',
      nosso_numero_dv: boleto.nosso_numero_dv ?? '',
      seu_numero: boleto.seu_numero ?? String(boleto.id),
      uso_empresa: String(boleto.id),
      vencimento: instruction?.dVencimento ?? boleto.dVencimento,
      emissao: boleto.dEmissao,
      valor: boleto.valor,
      especie: setup.especieDoc ?? 'DM',
      aceite: setup.aceite === 'S',
      ...terms,
      ...(comando === 'desconto' && isSome(instruction?.valor ?? null)
        ? { desconto: { tipo: 'valor', valor: instruction?.valor ?? '0.00', data: boleto.dVencimento } as const }
        : {}),
      ...instructed(instruction, comando),
      iof: '0.00',
      pagador: payers.get(boleto.cliente_id ?? 0) ?? NOBODY,
      avalista: null,
      mensagens: comando === 'entrada' ? mensagens : [],
    }
  })
}
