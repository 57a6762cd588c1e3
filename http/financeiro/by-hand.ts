import { begin } from '../documents/effect'
import { decimal } from '../../core/money/decimal'
import { can } from '../../core/access'
import type { Ctx } from '../platform/context'
import { announce, insertRows } from '../platform/engine/write'
import { writtenBy } from '../platform/engine/own-way'
import { ApiError, badRequest, forbidden, invalid } from '../platform/errors'
import type { Row } from '../platform/resource'
import { assertMay } from '../platform/rights'
import { followChange } from './boleto/follow'
import { banco, caixaLancamento } from './caixa'
import { cash } from './cash'
import { contasPagarCompensacao, contasReceberCompensacao } from './compensacao'
import { compensate, otherOf } from './compensa'
import { addConsolidated } from './consolida'
import { postEntry, signOfPlan } from './entry'
import { openTitle } from './open-title'
import { KINDS, type TitleKind } from './title-kinds'
import { titles } from './titles'

/** Titles, accounts and entries that somebody writes: each is opened by its ledger, and what changes a title's value is a row of it. */

async function adjust(ctx: Ctx, kind: TitleKind, before: Row, record: Row): Promise<void> {
  const more = decimal(String(record.vDup)).minus(String(before.vDup))
  if (more.isZero()) return
  const { resource } = KINDS[kind]
  const [id, empresa_id] = [Number(record.id), Number(record.empresa_id)]
  const did = await begin(ctx, { documento: resource.name, documento_id: id, empresa_id, passo: 'ajusta' })
  await did.post(titles.move([{ kind, id }], null, () => [{ kind, id, evento: 'ajuste', valor: more }]))
}

for (const kind of ['receber', 'pagar'] as const)
  writtenBy(KINDS[kind].resource, {
    create: (ctx, values) => openTitle(ctx, kind, values, { told: false }),
    change: async (ctx, before, record) => {
      await adjust(ctx, kind, before, record)
      if (kind === 'receber') await followChange(ctx, before, record)
    },
  })

/** An offset that is written as a row: positive compensates, negative goes over to a consolidated title (R3-033). It asks the right that the verbs ask. Throws what they throw, 403. */
async function offset(ctx: Ctx, kind: TitleKind, values: Row): Promise<number> {
  assertMay(ctx, KINDS[kind].resource, 'edit')
  const own = values[kind === 'receber' ? 'conta_receber_id' : 'conta_pagar_id']
  if (typeof own !== 'number') throw badRequest('Selecione uma conta.', 'no_title')
  const vComp = values.vComp === null || values.vComp === undefined ? null : decimal(String(values.vComp))
  const other = otherOf(kind, values)
  if (vComp && vComp.sign() < 0 && other.kind === kind)
    return (await addConsolidated(ctx, { kind, id: own, into: other.id, valor: vComp.neg() })).id
  const made = await compensate(ctx, { own: { kind, id: own }, other, vComp: vComp?.toFixed(2), confirma: false })
  return made.id
}

writtenBy(contasReceberCompensacao, { create: (ctx, values) => offset(ctx, 'receber', values) })
writtenBy(contasPagarCompensacao, { create: (ctx, values) => offset(ctx, 'pagar', values) })

writtenBy(banco, {
  create: async (ctx, { vSaldoInicial, dSaldoInicial, ...values }) => {
    const [account] = await insertRows(ctx, banco, [values])
    if (!account) throw new Error('The account was not stored.')
    const { id, empresa_id } = account
    if (typeof vSaldoInicial === 'string') {
      const did = await begin(ctx, { documento: 'banco', documento_id: id, empresa_id, passo: 'abre' })
      const dMovimento = typeof dSaldoInicial === 'string' ? dSaldoInicial : undefined
      await did.post(cash.move([{ banco_id: id, evento: 'saldo_inicial', vLancamento: vSaldoInicial, dMovimento }]))
    }
    return id
  },
})

/** An entry by hand has the sign of its account in the plan; where that has none, whoever manages the cash flow gives it. Throws 422 without a value, 403. */
async function signed(ctx: Ctx, { plano_conta_id, vLancamento }: Row): Promise<string> {
  const value = decimal(String(vLancamento))
  if (value.isZero()) {
    const message = 'Informe um valor diferente de zero.'
    throw new ApiError(422, 'invalid_value', message, { vLancamento: [message] })
  }
  if (typeof plano_conta_id !== 'number') throw invalid({ plano_conta_id: ['Selecione a conta de resultado.'] })
  const sign = await signOfPlan(ctx, plano_conta_id)
  if (sign !== 0) return value.abs().times(sign).toFixed(2)
  if (!can(ctx.actor, 'manage', 'fluxo_caixa'))
    throw forbidden('Só quem gerencia o fluxo de caixa lança em contas que não são de despesa nem de receita.')
  return value.toFixed(2)
}

writtenBy(caixaLancamento, {
  create: async (ctx, values) => {
    const { id } = await postEntry(ctx, Number(values.empresa_id), {
      banco_id: Number(values.banco_id),
      vLancamento: await signed(ctx, values),
      dMovimento: String(values.dMovimento),
      plano_conta_id: Number(values.plano_conta_id),
      centro_resultado_id: typeof values.centro_resultado_id === 'number' ? values.centro_resultado_id : null,
      descricao: typeof values.descricao === 'string' ? values.descricao : null,
    })
    await announce(ctx, caixaLancamento, id)
    return id
  },
})
