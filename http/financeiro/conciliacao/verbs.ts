import * as v from 'valibot'
import { CARD_WINDOW_DAYS } from '../../../core/reconciliation/types'
import { formatDate } from '../../../core/br/date-text'
import { addDays } from '../../../core/br/civil-date'
import { formatCurrency } from '../../../core/br/number'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { announce, find, loadWhere, update } from '../../platform/engine/write'
import { badRequest, conflict, notFound } from '../../platform/errors'
import { flag, identifier, nothing } from '../../platform/inputs'
import { assertMay, may } from '../../platform/rights'
import { extratoBanco } from '../extrato/extrato'
import { freeLines, holdPending, link } from '../extrato/links'
import { reverse } from '../facts'
import { contasReceber } from '../registers'
import { conciliacao, conciliacaoRecebimento, conciliacaoVenda } from './conciliacao'
import { finalise } from './finaliza'
import { settled, settledAmong } from './hooks'
import { followFile, isSplit, linkRows, takenAmong } from './match'
import { openItems } from './open'
import { findLines, linesFor } from './statement'
import { refresh } from './sums'
import { titlesFor } from './titles-for'

const ALREADY = 'Registro já vinculado a uma parcela'
const NONE = 'Nenhum registro selecionado'
const selected = v.optional(v.nullable(identifier))

/** Says which receivable a row is of (E3-050). Asks before the values may differ. */
export const vincularRegistro = action(conciliacaoVenda, 'vincularRegistro', {
  on: 'record',
  right: 'edit',
  summary: 'Vincula o registro da adquirente a uma conta a receber; se os valores diferem, pergunta antes.',
  input: v.object({ conta_receber_id: selected, confirma: v.optional(flag, false) }),
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasReceber, 'edit')
    if (!input.conta_receber_id) throw badRequest(NONE, 'no_rows')
    if (record.conta_receber_id !== null) throw badRequest(ALREADY, 'linked')
    if (await settledAmong(ctx, [record.recebimento_id])) throw settled()
    const title = await find(ctx, contasReceber, input.conta_receber_id, { lock: true })
    if (!title || title.empresa_id !== record.empresa_id) throw notFound()
    const sale = record.kind === 'venda'
    if (sale && (await takenAmong(ctx, [title.id])).has(title.id)) throw badRequest(ALREADY, 'linked')
    if (title.dhCancelamento !== null)
      throw badRequest(`A conta ${title.numero ?? title.id} está cancelada.`, 'cancelled')
    if (title.tpConta === TITLE.CREDITO) throw badRequest('Um crédito não é pago por cartão.', 'is_credit')
    if (sale && decimal(title.vSaldo).sign() <= 0) throw badRequest('Esta conta não tem saldo.', 'nothing_settled')
    const off = decimal(title.vSaldo).minus(record.batch_gross_amount)
    if (sale && !off.isZero() && !isSplit(record, off) && !input.confirma) {
      const [own, owed] = [record.batch_gross_amount, title.vSaldo].map((one) => formatCurrency(one))
      throw badRequest(
        `O registro é de ${own} e a parcela tem saldo de ${owed}: deseja vincular assim mesmo?`,
        'confirm',
      )
    }
    const accepted = sale && !off.isZero()
    // It is of the receivable now: what it was booked to before would leave that unpaid.
    const values = { conta_receber_id: title.id, linked_by: 'pessoa', accepted, plano_conta_id: null }
    const changed = await update(ctx, conciliacaoVenda, record, values, 'vincularRegistro')
    await followFile(ctx, [changed])
    await refresh(ctx, record.conciliacao_id)
  },
})

/** Takes a row off its receivable again (E3-051). */
export const desvincularRegistro = action(conciliacaoVenda, 'desvincularRegistro', {
  on: 'record',
  right: 'edit',
  summary: 'Desvincula o registro da conta a receber, enquanto o recebimento não foi baixado.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.conta_receber_id === null) throw badRequest(NONE, 'no_rows')
    if (await settledAmong(ctx, [record.recebimento_id])) throw settled()
    const values = { conta_receber_id: null, linked_by: null, accepted: false }
    await update(ctx, conciliacaoVenda, record, values, 'desvincularRegistro')
    await refresh(ctx, record.conciliacao_id)
  },
})

/** Looks for receivables and lines of the statement again, after sales or statements came in. */
export const vinculaAutomatico = action(conciliacao, 'vinculaAutomatico', {
  on: 'record',
  right: 'edit',
  summary: 'Procura de novo as parcelas dos registros e as linhas do extrato dos recebimentos.',
  input: nothing,
  answer: v.object({ vinculados: v.number(), extrato: v.number() }),
  run: async ({ ctx, record }) => {
    const vinculados = await linkRows(ctx, record.id, record.empresa_id)
    const extrato = await findLines(ctx, record.id)
    await refresh(ctx, record.id)
    await announce(ctx, conciliacao, record.id)
    return { vinculados, extrato }
  },
})

const title = v.object({
  id: v.number(),
  numero: v.nullable(v.string()),
  cliente: v.string(),
  parcela: v.number(),
  dEmissao: v.string(),
  dVencimento: v.string(),
  vSaldo: v.number(),
  diferenca: v.number(),
  motivo: v.string(),
})

/** Receivables that a row may be of, the likeliest first. */
export const parcelas = action(conciliacaoVenda, 'parcelas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'As contas a receber que podem ser deste registro: pelo NSU, pela data e valor, pelo valor.',
  input: nothing,
  answer: v.object({ data: v.array(title) }),
  run: async ({ ctx, record }) => {
    // Who may not see what is owed is offered none.
    return { data: may(ctx, contasReceber, 'read') ? await titlesFor(ctx, record) : [] }
  },
})

const line = v.object({
  id: v.number(),
  banco_id: v.number(),
  banco: v.string(),
  dMovimento: v.string(),
  memo: v.string(),
  amount: v.number(),
  resto: v.number(),
  exato: v.boolean(),
})

/** Lines of the statement that a deposit may be, or what is to be paid of one: of its day to three days later. */
export const lancamentos = action(conciliacaoRecebimento, 'lancamentos', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'As linhas do extrato que podem ser este recebimento: do seu sinal, do dia até três dias depois.',
  input: nothing,
  answer: v.object({ data: v.array(line) }),
  run: async ({ ctx, record }) => ({ data: may(ctx, extratoBanco, 'read') ? await linesFor(ctx, record) : [] }),
})

/** Says which line of the statement a deposit is. */
export const vincularLancamentoExtrato = action(conciliacaoRecebimento, 'vincularLancamentoExtrato', {
  on: 'record',
  right: 'edit',
  summary: 'Vincula o recebimento a uma linha do extrato; se valor ou data diferem, pergunta antes.',
  input: v.object({ extrato_banco_id: selected, confirma: v.optional(flag, false) }),
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, extratoBanco, 'edit')
    if (!input.extrato_banco_id) throw badRequest('Selecione um registro', 'no_rows')
    if (record.extrato_banco_id !== null) throw conflict('Este recebimento já está vinculado a uma linha do extrato.')
    const [held] = await holdPending(ctx, [input.extrato_banco_id])
    if (!held || held.empresa_id !== record.empresa_id) throw notFound()
    const [net, rest] = [decimal(record.net_amount), decimal(held.amount).minus(held.vConciliado)]
    if (net.sign() !== rest.sign())
      throw badRequest('Um recebimento é um crédito no extrato; um valor a pagar, um débito.', 'other_sign')
    const until = addDays(record.payment_date, CARD_WINDOW_DAYS)
    const late = held.dMovimento < record.payment_date || held.dMovimento > until
    if ((late || !net.eq(rest)) && !input.confirma) {
      const of = `recebimento de ${formatCurrency(net.toFixed(2))} em ${formatDate(record.payment_date)}`
      throw badRequest(
        `A linha é de ${formatCurrency(rest.toFixed(2))} em ${formatDate(held.dMovimento)}, e o ${of}: deseja vincular assim mesmo?`,
        'confirm',
      )
    }
    if (record.lancamento_id !== null)
      await link(
        ctx,
        [held],
        [{ linha_id: held.id, lancamento_id: record.lancamento_id, valor: record.net_amount, tipo: 'lote' }],
      )
    await update(ctx, conciliacaoRecebimento, record, { extrato_banco_id: held.id }, 'vincularLancamentoExtrato')
  },
})

/** Takes deposits off their lines of the statement again (E3-046); no ledger is touched. */
export const desvincularLancamentoExtrato = action(conciliacao, 'desvincularLancamentoExtrato', {
  on: 'record',
  right: 'edit',
  summary: 'Desvincula do extrato os recebimentos, todos ou um: a linha volta à fila, a baixa fica.',
  input: v.object({ recebimento_id: selected }),
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, extratoBanco, 'edit')
    const all = await loadWhere(ctx, conciliacaoRecebimento, 'conciliacao_id', [record.id], { lock: true })
    const wanted = all.filter(
      (one) => one.extrato_banco_id !== null && (input.recebimento_id ? one.id === input.recebimento_id : true),
    )
    if (wanted.length === 0) throw badRequest(NONE, 'no_rows')
    for (const one of wanted) {
      if (one.lancamento_id !== null) await freeLines(ctx, one.lancamento_id)
      await update(ctx, conciliacaoRecebimento, one, { extrato_banco_id: null }, 'desvincularLancamentoExtrato')
    }
  },
})

const done = v.object({
  recebimentos: v.array(v.object({ id: v.number(), lancamento_id: v.number() })),
  bruto: v.number(),
  taxa: v.number(),
  liquido: v.number(),
})
const some = v.optional(v.nullable(v.pipe(v.array(identifier), v.maxLength(1000, 'No máximo 1000 registros.'))))

/** Settles deposits (E3-045): instalments at gross, the fee to its account, both against the line of the statement. */
export const finalizar = action(conciliacao, 'finalizar', {
  on: 'record',
  right: 'edit',
  summary:
    'Baixa os recebimentos vencidos (ou os nomeados): cada um é um fato, com as parcelas pelo bruto e a taxa na sua conta; tudo ou nada.',
  input: v.object({
    banco_id: selected,
    plano_conta_id: selected,
    recebimentos: some,
    confirma: v.optional(flag, false),
  }),
  answer: done,
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasReceber, 'edit')
    const { id, empresa_id } = record
    const banco_id = input.banco_id ?? record.banco_id
    const plano_conta_id = input.plano_conta_id ?? record.plano_conta_id
    const recebimentos = input.recebimentos ?? undefined
    return finalise(ctx, { id, empresa_id, banco_id, plano_conta_id, recebimentos, confirma: input.confirma })
  },
})

/** Takes settled deposits back, the last first: titles, cash and statement are as before. */
export const estorna = action(conciliacao, 'estorna', {
  on: 'record',
  right: 'edit',
  summary: 'Estorna os recebimentos baixados, todos ou os nomeados: contas, caixa e extrato voltam ao que eram.',
  input: v.object({ recebimentos: some }),
  answer: v.object({ estornados: v.number() }),
  run: async ({ ctx, record, input }) => {
    const all = await loadWhere(ctx, conciliacaoRecebimento, 'conciliacao_id', [record.id])
    const facts = all.flatMap((one) =>
      one.lancamento_id !== null && (input.recebimentos?.includes(one.id) ?? true) ? [one.lancamento_id] : [],
    )
    if (facts.length === 0) throw badRequest('Não há o que estornar nesta conciliação.', 'not_done')
    for (const fact of facts.toSorted((a, b) => b - a)) await reverse(ctx, fact, undefined)
    return { estornados: facts.length }
  },
})

const item = v.object({
  id: v.number(),
  conciliacao_id: v.nullable(v.number()),
  titulo: v.string(),
  dia: v.string(),
  dias: v.number(),
  valor: v.number(),
})
const group = v.object({ total: v.number(), valor: v.number(), data: v.array(item) })

/** What is left open: sales that no file told, rows of no sale, deposits that are not in the bank; each with its age. */
export const abertos = action(conciliacao, 'abertos', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'O que falta para fechar o mês: vendas sem registro, registros sem venda, recebimentos sem depósito, com a idade de cada um.',
  input: nothing,
  answer: v.object({ vendas: group, registros: group, recebimentos: group }),
  run: async ({ ctx }) => openItems(ctx),
})
