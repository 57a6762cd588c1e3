import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { counted, formatCurrency } from '../../../core/br/number'
import { showTaxId } from '../../../core/br/tax-id'
import { decimal } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import { undo } from '../../documents/undo'
import { contasPagar } from '../../financeiro/registers'
import { titles } from '../../financeiro/titles'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { hold } from '../../platform/engine/hold'
import { load } from '../../platform/engine/write'
import { flag, identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { step } from '../../platform/step'
import { planoConta } from '../../financeiro/caixa'
import { fornecedor } from '../../cadastros/pessoas'
import { type Edi, edi, ediFatura } from './edi'

type Invoice = RecordOf<typeof ediFatura>

const chosen = v.optional(v.nullable(identifier), null)

/** Opens an account payable of a carrier's invoice, to the supplier that has the carrier's CNPJ. Asks where charges, or their sum, are not what was expected. Throws 400 `confirm`, `no_supplier`, `billed`; 422 without a due day. */
export const lanca = step(ediFatura, 'lanca', {
  summary: 'Gera a conta a pagar da fatura de frete; se algo difere do esperado, pergunta antes.',
  input: { fornecedor_id: chosen, plano_conta_id: chosen, confirma: v.optional(flag, false) },
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasPagar, 'create')
    if (record.dVencimento === null) throw invalid({ dVencimento: ['O arquivo não diz o vencimento desta fatura.'] })
    const head = await load(ctx, edi, record.edi_id)
    await assertOnce(ctx, head, record)
    const question = questionOf(record)
    if (question !== null && !input.confirma) throw badRequest(question, 'confirm')
    if (input.plano_conta_id !== null) await load(ctx, planoConta, input.plano_conta_id)
    const person_id = await supplierOf(ctx, head, input.fornecedor_id)
    const did = await effect(ctx, ediFatura, record, { passo: 'lanca' })
    const [contas_pagar_id = null] = await did.post(
      titles.open({ kind: 'pagar', person_id }, [
        {
          numero: record.numero,
          parcela: 1,
          vDup: record.valor,
          dVencimento: record.dVencimento,
          pagamento_id: null,
          plano_conta_id: input.plano_conta_id,
        },
      ]),
    )
    return { set: { contas_pagar_id } }
  },
})

/** Takes the account payable back, while nothing of it is paid. Throws 400 `paid`. */
export const estorna = step(ediFatura, 'estorna', {
  summary: 'Desfaz a conta a pagar da fatura: a conta é cancelada, e a fatura volta a esperar.',
  run: async ({ ctx, record }) => {
    assertMay(ctx, contasPagar, 'edit')
    await undo(ctx, ediFatura, record, { passo: 'lanca' })
    return { set: { contas_pagar_id: null } }
  },
})

/** What is asked before an invoice is owed that is not what was expected; null where it is. */
function questionOf({ valor, vEsperado, vDiferenca, qDivergentes }: Invoice): string | null {
  if (qDivergentes === 0 && decimal(valor).eq(vEsperado)) return null
  const charges = counted(qDivergentes, 'conhecimento difere', 'conhecimentos diferem')
  const more = qDivergentes === 0 ? '' : ` (${charges}, em ${formatCurrency(vDiferenca)})`
  return `A fatura cobra ${formatCurrency(valor)}, e eram esperados ${formatCurrency(vEsperado)}${more}: deseja gerar a conta assim mesmo?`
}

/** The same invoice of a carrier is owed once, in whatever file it came: a carrier is who the file says that it is. */
async function assertOnce(ctx: Ctx, { CNPJ_transp }: Edi, { id, empresa_id, serie, numero }: Invoice): Promise<void> {
  await hold(ctx, 'edi_fatura', [[empresa_id, CNPJ_transp, serie, numero].join(' ')])
  const [row] = await rowsOf(
    ctx,
    sql`select f.edi_id from edi_fatura f join edi e on e.id = f.edi_id where f.empresa_id = ${empresa_id} and f.id <> ${id} and f.numero = ${numero}
        and f.serie is not distinct from ${serie} and e."CNPJ_transp" is not distinct from ${CNPJ_transp} and f."dhLancamento" is not null limit 1`,
  )
  if (row)
    throw badRequest(
      `A fatura ${numero} desta transportadora já tem conta a pagar, pelo arquivo nº ${Number(row.edi_id)}.`,
      'billed',
    )
}

async function supplierOf(ctx: Ctx, { CNPJ_transp }: Edi, given: number | null): Promise<number> {
  if (given !== null) return (await load(ctx, fornecedor, given)).id
  const [row] = await rowsOf(
    ctx,
    sql`select id from fornecedor where "CNPJ_CPF" = ${CNPJ_transp} and ${CNPJ_transp ?? ''} <> '' order by ativo desc, id limit 1`,
  )
  if (row) return Number(row.id)
  throw badRequest(
    `Não há fornecedor com o CNPJ da transportadora (${showTaxId(CNPJ_transp)}): cadastre-o, ou selecione um fornecedor.`,
    'no_supplier',
  )
}
