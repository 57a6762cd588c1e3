import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { findUf } from '../../../core/br/uf'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal } from '../../../core/money/decimal'
import * as v from 'valibot'
import { fornecedor } from '../../cadastros/pessoas'
import { effect } from '../../documents/effect'
import { contasPagar } from '../../financeiro/registers'
import { titles } from '../../financeiro/titles'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { load } from '../../platform/engine/write'
import { assertRefs } from '../../platform/engine/refs'
import { hold } from '../../platform/engine/hold'
import { badRequest, invalid } from '../../platform/errors'
import { dateInput, identifier } from '../../platform/inputs'
import { assertMay, may } from '../../platform/rights'
import { step } from '../../platform/step'
import { gnre, type Gnre } from './gnre'

/** A tax with a barcode, and one without. */
const PAY_BY = { barcode: 5, other: 6 } as const

const given = <T>(of: v.GenericSchema<unknown, T>) => v.optional(v.nullable(of))

/**
 * Makes the payable of a guide, a tax to its state with the guide's barcode, once (E3-111, T3-058; it keeps the name that the specification gives it). Throws 403 without the
 * right to create payables, 400 `no_value` and `no_supplier`.
 */
export const geraContasReceberLote = step(gnre, 'geraContasReceberLote', {
  summary: 'Gera a conta a pagar da guia: tributo, ao estado, com o código de barras.',
  input: {
    fornecedor_id: given(identifier),
    plano_conta_id: given(identifier),
    banco_id: given(identifier),
    dVencimento: given(dateInput),
  },
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasPagar, 'create')
    if (decimal(record.valorGNRE).sign() <= 0) throw badRequest('A guia não tem valor a pagar.', 'no_value')
    const { plano_conta_id = null, banco_id = null } = input
    const { empresa_id } = record
    await assertRefs(ctx, contasPagar, [{ before: undefined, values: { empresa_id, plano_conta_id, banco_id } }])
    if (input.dVencimento && record.dataLimitePagamento !== null && input.dVencimento > record.dataLimitePagamento)
      throw invalid({ dVencimento: [`O estado recebe esta guia até ${formatDate(record.dataLimitePagamento)}.`] })
    const fornecedor_id = input.fornecedor_id
      ? (await load(ctx, fornecedor, input.fornecedor_id)).id
      : await stateAsSupplier(ctx, record)
    const did = await effect(ctx, gnre, record, { passo: 'geraContasReceberLote' })
    const { linhaDigitavel, qrcodePayload, ufFavorecida, receita, id } = record
    await did.post(
      titles.openRows('pagar', [
        {
          documento: gnre.name,
          documento_id: id,
          fornecedor_id,
          tpConta: TITLE.TRIBUTO,
          numero: record.nossoNumero ?? String(id),
          descricao: `GNRE ${ufFavorecida} · receita ${receita}`,
          vDup: record.valorGNRE,
          dVencimento: input.dVencimento ?? dueOf(record),
          plano_conta_id,
          banco_id,
          tpPagamento: linhaDigitavel === null ? PAY_BY.other : PAY_BY.barcode,
          linha_digitavel: linhaDigitavel,
          pix: qrcodePayload,
        },
      ]),
    )
  },
})

/** The last day on which the state takes it, where that comes before its due date. */
function dueOf({ dVencimento, dataLimitePagamento }: Gnre): string {
  return dataLimitePagamento !== null && dataLimitePagamento < dVencimento ? dataLimitePagamento : dVencimento
}

/** Whom a state is paid as: whoever was paid for its last guide, else a supplier of its own, made once. */
async function stateAsSupplier(ctx: Ctx, { empresa_id, ufFavorecida }: Gnre): Promise<number> {
  await hold(ctx, 'gnre_estado', [ufFavorecida])
  const xNome = `Estado: ${findUf(ufFavorecida)?.nome ?? ufFavorecida} (GNRE)`
  const [known] = await rowsOf(
    ctx,
    sql`select coalesce(
          (select p.fornecedor_id from contas_pagar p join gnre g on p.documento = 'gnre' and p.documento_id = g.id
           where g.empresa_id = ${empresa_id} and g."ufFavorecida" = ${ufFavorecida} order by p.id desc limit 1),
          (select f.id from fornecedor f where f."xNome" = ${xNome} order by f.id limit 1)) as id`,
  )
  if (typeof known?.id === 'number') return known.id
  if (!may(ctx, fornecedor, 'create'))
    throw badRequest(`Escolha o fornecedor que representa o estado ${ufFavorecida}.`, 'no_supplier')
  return (await createRecord(ctx, fornecedor, { values: { xNome, UF: ufFavorecida } })).id
}
