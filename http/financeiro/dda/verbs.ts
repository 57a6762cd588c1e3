import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { load, update } from '../../platform/engine/write'
import { dateInput, flag, identifier, idListOf, nothing, shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { planoConta } from '../caixa'
import { openTitle } from '../open-title'
import { contasPagar } from '../registers'
import { learnAlias } from './alias'
import { boletoDda, type Slip } from './boleto-dda'
import { candidatesOf } from './candidates'
import { linkSlips, unlinkSlips } from './link'
import { matchSlips, matchWhere } from './match'
import { PAY_BY_SLIP } from './pay-by'
import { assertFree, doubtsOf, suspicionOf } from './questions'
import { lockMatching, MOST_AT_ONCE } from './waiting'

const confirma = v.optional(flag, false)
const BY_HAND = { acao: 'desvincularRegistro', so_proposta: true }

/** Says of which payable a slip is. */
export const vincula = action(boletoDda, 'vincula', {
  on: 'record',
  right: 'edit',
  summary:
    'Liga o boleto à conta a pagar: a conta em aberto recebe a linha digitável e passa a ser paga por boleto; o valor dela não muda. O que difere é perguntado antes.',
  input: v.object({ contas_pagar_id: identifier, confirma }),
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasPagar, 'edit')
    assertWaits(record)
    await lockMatching(ctx, [record.empresa_id])
    const payable = await load(ctx, contasPagar, input.contas_pagar_id, { lock: true })
    await assertFree(ctx, record, payable)
    const doubts = doubtsOf(record, payable)
    if (doubts.length > 0 && !input.confirma) throw badRequest(`${doubts.join(' ')} Ligar assim mesmo?`, 'confirm')
    const own = (await candidatesOf(ctx, [record.id])).find((one) => one.contas_pagar_id === payable.id)
    await linkSlips(
      ctx,
      [{ boleto_id: record.id, contas_pagar_id: payable.id, porque: own?.porque ?? 'pessoa' }],
      'liga',
    )
    await learnAlias(ctx, record, payable.fornecedor_id)
  },
})

/** Takes a slip from its payable: from then on it is proposed, and links no more by itself. */
export const desvincula = action(boletoDda, 'desvincula', {
  on: 'record',
  right: 'edit',
  summary: 'Desliga o boleto da conta a pagar, que perde a linha que recebeu dele; dali em diante ele não liga por si.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertMay(ctx, contasPagar, 'edit')
    if (record.contas_pagar_id === null) throw badRequest('Este boleto não está ligado a nenhuma conta.', 'not_linked')
    await unlinkSlips(ctx, [record.id], { ...BY_HAND, motivo: 'Alguém o desligou da conta.' })
    await matchSlips(ctx, [record.id])
  },
})

const proposal = v.object({
  contas_pagar_id: v.number(),
  numero: v.string(),
  fornecedor_id: v.number(),
  xNome: v.string(),
  valor: v.number(),
  dVencimento: v.string(),
  porque: v.string(),
  texto: v.string(),
  mesmo_valor: v.boolean(),
})

/** What a slip may be of, the likeliest first. */
export const propostas = action(boletoDda, 'propostas', {
  on: 'record',
  right: 'edit',
  reads: true,
  summary:
    'De que contas a pagar o boleto pode ser, da mais à menos provável, cada uma com o porquê: código, emissor com valor e vencimento, sacador, quem já cobrou pelo fornecedor.',
  input: nothing,
  answer: v.object({ data: v.array(proposal) }),
  run: async ({ ctx, record }) => {
    assertMay(ctx, contasPagar, 'read')
    const found = await candidatesOf(ctx, [record.id])
    return { data: found.map(({ boleto_id: _slip, pergunta: _asks, ...one }) => one) }
  },
})

/** Looks again for what slips are of: of those that are named, or of all that wait. */
export const tenta = action(boletoDda, 'tenta', {
  on: 'collection',
  right: 'edit',
  summary: 'Procura de novo as contas dos boletos que esperam: os ditos, ou todos da empresa; liga os que são certos.',
  input: v.object({ ids: v.optional(v.nullable(idListOf(MOST_AT_ONCE)), null) }),
  answer: v.object({ vistos: v.number(), ligados: v.number() }),
  run: async ({ ctx, input: { ids } }) =>
    ids === null ? matchWhere(ctx, sql`d.empresa_id = ${ctx.actor.empresa_id}`) : matchSlips(ctx, ids),
})

/** Refuses a slip: a word of ours; the bank is told by who speaks with it. */
export const recusa = action(boletoDda, 'recusa', {
  on: 'record',
  right: 'edit',
  summary: 'Recusa o boleto, com o motivo: ninguém o paga daqui. O banco é avisado por quem fala com ele.',
  input: v.object({ motivo: shortText(300) }),
  run: async ({ ctx, record, input }) => {
    const xRecusa = input.motivo.trim()
    if (xRecusa === '') throw invalid({ motivo: ['Preencha este campo.'] })
    if (record.dhRecusa !== null) throw badRequest('Este boleto já foi recusado.', 'refused')
    if (record.contas_pagar_id !== null) {
      assertMay(ctx, contasPagar, 'edit')
      const payable = await load(ctx, contasPagar, record.contas_pagar_id, { lock: true })
      if (payable.dhBaixa !== null) throw badRequest('A conta deste boleto já está paga.', 'paid')
      await unlinkSlips(ctx, [record.id], { ...BY_HAND, motivo: null })
    }
    const slip = await load(ctx, boletoDda, record.id)
    await update(ctx, boletoDda, slip, { dhRecusa: ctx.clock.now(), xRecusa, so_proposta: true }, 'recusa')
  },
})

/** Takes a refusal back: the slip waits again, and links no more by itself. */
export const desfazRecusa = action(boletoDda, 'desfazRecusa', {
  on: 'record',
  right: 'edit',
  summary: 'Desfaz a recusa: o boleto volta a esperar a sua conta, e não liga por si.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhRecusa === null) throw badRequest('Este boleto não foi recusado.', 'not_refused')
    await update(ctx, boletoDda, record, { dhRecusa: null, xRecusa: null }, 'desfazRecusa')
    await matchSlips(ctx, [record.id])
  },
})

/** Opens the payable of a slip, linked. */
export const abreConta = action(boletoDda, 'abreConta', {
  on: 'record',
  right: 'edit',
  summary:
    'Abre a conta a pagar do boleto, já ligada: com o valor, o vencimento e a linha dele. Se há uma conta que pode ser a dele, ou se desconfia-se dele, pergunta antes.',
  input: v.object({
    fornecedor_id: v.optional(v.nullable(identifier), null),
    plano_conta_id: v.optional(v.nullable(identifier), null),
    numero: v.optional(v.nullable(shortText(60)), null),
    descricao: v.optional(v.nullable(shortText(200)), null),
    confirma,
  }),
  answer: v.object({ contas_pagar_id: v.number() }),
  run: async ({ ctx, record, input }) => {
    assertMay(ctx, contasPagar, 'create')
    assertWaits(record)
    await lockMatching(ctx, [record.empresa_id])
    const fornecedor_id = await supplierFor(ctx, record, input.fornecedor_id)
    if (Number(record.cost) <= 0) throw invalid({ cost: ['O boleto não diz o valor: preencha-o antes.'] })
    if (record.dueDate === null) throw invalid({ dueDate: ['O boleto não diz o vencimento: preencha-o antes.'] })
    if (input.plano_conta_id !== null) await load(ctx, planoConta, input.plano_conta_id)
    const doubts = [...suspicionOf(record), ...(await likelyOne(ctx, record))]
    if (doubts.length > 0 && !input.confirma)
      throw badRequest(`${doubts.join(' ')} Abrir a conta assim mesmo?`, 'confirm')
    const contas_pagar_id = await openTitle(ctx, 'pagar', {
      empresa_id: record.empresa_id,
      fornecedor_id,
      numero: input.numero || record.numero_documento || null,
      descricao: input.descricao || null,
      plano_conta_id: input.plano_conta_id,
      dEmissao: record.issueDate ?? ctx.clock.today(),
      dVencimento: record.dueDate,
      vDup: record.cost,
      tpPagamento: PAY_BY_SLIP[0],
      linha_digitavel: record.linha_digitavel,
    })
    await linkSlips(ctx, [{ boleto_id: record.id, contas_pagar_id, porque: 'abertura' }], 'liga')
    await learnAlias(ctx, record, fornecedor_id)
    return { contas_pagar_id }
  },
})

/** Says when a slip is expected to be paid. */
export const agenda = action(boletoDda, 'agenda', {
  on: 'record',
  right: 'edit',
  summary: 'Diz para quando é o pagamento: a previsão da conta ligada. Depois do vencimento, pergunta antes.',
  input: v.object({ dPagamento: dateInput, confirma }),
  run: async ({ ctx, record, input: { dPagamento, confirma: isSure } }) => {
    assertMay(ctx, contasPagar, 'edit')
    if (record.contas_pagar_id === null) throw badRequest('Ligue antes o boleto à sua conta.', 'not_linked')
    if (dPagamento < ctx.clock.today()) throw invalid({ dPagamento: ['Informe hoje ou um dia que ainda virá.'] })
    const payable = await load(ctx, contasPagar, record.contas_pagar_id, { lock: true })
    if (Number(payable.vSaldo) <= 0) throw badRequest('A conta deste boleto já está paga.', 'paid')
    if (record.dueDate !== null && dPagamento > record.dueDate && !isSure)
      throw badRequest('O dia é depois do vencimento: pode haver multa e juros. Agendar assim mesmo?', 'confirm')
    await update(ctx, contasPagar, payable, { dPrevisao: dPagamento }, 'agenda')
    await update(ctx, boletoDda, record, { dAgendado: dPagamento }, 'agenda')
  },
})

/** Throws 400 `linked`, `refused`. */
function assertWaits({ contas_pagar_id, dhRecusa }: Slip): void {
  if (contas_pagar_id !== null) throw badRequest('Este boleto já está ligado: desvincule antes.', 'linked')
  if (dhRecusa !== null) throw badRequest('Este boleto foi recusado: desfaça a recusa antes.', 'refused')
}

/** To whom a slip is owed: as chosen, else its own supplier. Throws 400 `no_supplier`. */
async function supplierFor(ctx: Ctx, { fornecedor_id }: Slip, chosen: number | null): Promise<number> {
  const id = chosen ?? fornecedor_id
  if (id === null) throw badRequest('Selecione o fornecedor: o emissor do boleto não está cadastrado.', 'no_supplier')
  const [known] = await rowsOf(ctx, sql`select id from fornecedor where id = ${id}`)
  if (!known) throw invalid({ fornecedor_id: ['Selecione um registro válido.'] })
  return id
}

/** A payable that the slip may be of already. */
async function likelyOne(ctx: Ctx, { id }: Slip): Promise<string[]> {
  const [one] = await candidatesOf(ctx, [id])
  return one ? [`A conta ${one.numero}, de ${one.xNome}, pode ser a deste boleto (${one.texto.toLowerCase()}).`] : []
}
