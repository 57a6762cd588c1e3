import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { account, DUE, SECRET, type Selling, selling } from './selling.fixture'

/** What a payment service tells: settled once, whatever comes how often and when; what is not just what is owed waits for a person. */

let at: Selling
let events = 0
beforeAll(async () => {
  at = await selling()
})
afterAll(() => at.close())

const paid = (reference: string, amount: number, more: object = {}, type = 'payment.paid') => ({
  id: `evt_${++events}`,
  type,
  data: { payment_id: `pay_${events}`, reference, amount, method: 'pix', paid_at: '2027-01-02T13:00:00Z', ...more },
})
const titleOf = async (venda: number) => {
  const where = encodeURIComponent(JSON.stringify({ documento: 'venda', documento_id: venda }))
  return (await at.server.admin('GET', `/api/contas_receber?where=${where}&orderBy=parcela&sortedBy=asc`)).body.data[0]
}
const noticeOf = async (evento_id: string) => {
  const where = encodeURIComponent(JSON.stringify({ evento_id }))
  return (await at.server.admin('GET', `/api/aviso_pagamento?where=${where}`)).body.data[0]
}
const act = (id: number, verb: string, body: object = {}) =>
  at.server.admin('POST', `/api/aviso_pagamento/${id}/${verb}`, body)
const faults = () => asOwner(at.server.url, bookFaults)
const credit = async () =>
  (await at.server.admin('GET', '/api/contas_receber?where={"tpConta":11}&perPage=100')).body.data.reduce(
    (sum: number, one: { vSaldo: number }) => sum - one.vSaldo,
    0,
  )
/** An invoiced sale of one instalment, with its link. */
const linked = async (amount: number, invoiced = true) => {
  const sale = await at.sale([amount], invoiced)
  return { sale, link: await at.link(sale.dues[0] ?? 0) }
}

describe('a payment of just what is owed', () => {
  it('settles its receivable at once; twenty deliveries of it at the same moment settle it once', async () => {
    const { sale, link } = await linked(60)
    const event = paid(link.referencia, 6000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => at.tell(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ body }) => body.message === 'Recebido.')).toHaveLength(1)
    // On the day of the payment, not of the notice.
    expect(await titleOf(sale.id)).toMatchObject({ vPago: 60, vSaldo: 0, dPagamento: '2027-01-02' })
    expect(await noticeOf(event.id)).toMatchObject({
      status: 4,
      motivo: null,
      vBaixa: 60,
      meio: 'pix',
      dPagamento: '2027-01-02',
    })
    expect((await at.server.admin('GET', `/api/link_pagamento/${link.id}`)).body.situacao).toBe('pago')
    expect((await at.ask(sale.dues[0] ?? 0)).body.code).toBe('nothing_owed')
    // Seen on the sale, too.
    const [due] = (await at.server.admin('GET', `/api/venda/${sale.id}`)).body.venda_duplicatas
    expect(due.conta_receber).toMatchObject({ vPago: 60, vSaldo: 0 })
    expect(await faults()).toEqual([])
  })

  it('on the day after a local holiday that it was due on is in time', async () => {
    const { link } = await linked(65)
    const holiday = { empresa_id: at.server.empresa_id, descricao: 'Padroeira', dFeriado: DUE }
    const { id } = await at.server.insert('feriado', holiday)
    const paid_at = '2027-01-11T13:00:00Z'
    const event = paid(link.referencia, 6500, { paid_at })
    await at.tell(event)
    expect(await noticeOf(event.id)).toMatchObject({ status: 4, motivo: null, vBaixa: 65 })
    await at.server.admin('DELETE', `/api/feriado/${id}`)
    const other = await linked(66)
    const late = paid(other.link.referencia, 6600, { paid_at })
    await at.tell(late)
    expect(await noticeOf(late.id)).toMatchObject({ status: 0, motivo: 'atrasado' })
  })

  it('of a month that is closed is booked today; nothing is lost and nothing is written in the past', async () => {
    const { sale, link } = await linked(63)
    const closed = { empresa_id: at.server.empresa_id, ate: '2026-12-31', dhFechamento: '2027-01-02 10:00:00' }
    const { id } = await at.server.insert('financeiro_fechamento', closed)
    await at.tell(paid(link.referencia, 6300, { paid_at: '2026-12-30T13:00:00Z' }))
    expect(await titleOf(sale.id)).toMatchObject({ vPago: 63, vSaldo: 0, dPagamento: '2027-01-04' })
    expect(await faults()).toEqual([])
    expect((await at.server.admin('GET', `/api/financeiro_fechamento/${id}`)).status).toBe(200)
  })

  it('before the invoice waits for it, and is settled with it', async () => {
    const { sale, link } = await linked(61, false)
    const event = paid(link.referencia, 6100)
    expect((await at.tell(event)).status).toBe(200)
    expect(await noticeOf(event.id)).toMatchObject({ status: 0, motivo: 'sem_titulo', proposta: 'espera' })
    const { id } = await noticeOf(event.id)
    expect(await act(id, 'lanca')).toMatchObject({ status: 400, body: { code: 'nothing_to_post' } })
    expect((await at.server.admin('POST', `/api/venda/${sale.id}/fatura`)).status).toBe(200)
    expect(await titleOf(sale.id)).toMatchObject({ vPago: 61, vSaldo: 0 })
    expect(await noticeOf(event.id)).toMatchObject({ status: 4, motivo: null, proposta: 'baixa' })
    expect(await faults()).toEqual([])
  })

  it('can be taken back, and the sale cancelled then; paid it cannot', async () => {
    const { sale, link } = await linked(62)
    const event = paid(link.referencia, 6200)
    await at.tell(event)
    const cancel = () =>
      at.server.admin('POST', `/api/venda/${sale.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect((await cancel()).body.code).toBe('paid')
    const { id } = await noticeOf(event.id)
    expect((await act(id, 'estorna')).status).toBe(200)
    expect(await titleOf(sale.id)).toMatchObject({ vPago: 0, vSaldo: 62 })
    expect(await noticeOf(event.id)).toMatchObject({ status: 0, proposta: 'baixa', motivo: null })
    expect((await cancel()).status).toBe(200)
    // The money is there all the same: it becomes the customer's.
    const before = await credit()
    expect((await act(id, 'lanca')).body).toMatchObject({ status: 4, motivo: 'cancelado', vCredito: 62 })
    expect(await credit()).toBe(before + 62)
    expect(await faults()).toEqual([])
  })
})

describe('a payment that waits for a person', () => {
  it('of less settles in part, of more gives credit of what is over: as proposed, once accepted', async () => {
    const [less, more] = [await linked(70), await linked(71)]
    const [first, second] = [paid(less.link.referencia, 5000), paid(more.link.referencia, 7550)]
    for (const event of [first, second]) expect((await at.tell(event)).status).toBe(200)
    const [part, over] = [await noticeOf(first.id), await noticeOf(second.id)]
    expect(part).toMatchObject({ status: 0, motivo: 'valor_menor', proposta: 'parcial', vBaixa: 50, vCredito: 0 })
    expect(over).toMatchObject({ status: 0, motivo: 'valor_maior', proposta: 'excedente', vBaixa: 71, vCredito: 4.5 })
    expect([(await titleOf(less.sale.id)).vPago, (await titleOf(more.sale.id)).vPago]).toEqual([0, 0])
    const { data } = (await at.server.admin('GET', '/api/filas?area=financeiro')).body
    expect(data).toContainEqual(expect.objectContaining({ nome: 'pagamentos_conferir' }))
    const tried = await at.server.admin('POST', `/api/aviso_pagamento/${over.id}/lanca?simula=1`)
    expect(JSON.stringify(tried.body)).toContain('Dá baixa na conta a receber')
    const before = await credit()
    for (const { id } of [part, over]) expect((await act(id, 'lanca')).status).toBe(200)
    expect(await titleOf(less.sale.id)).toMatchObject({ vPago: 50, vSaldo: 20 })
    expect(await titleOf(more.sale.id)).toMatchObject({ vPago: 71, vSaldo: 0 })
    expect(await credit()).toBe(before + 4.5)
    expect((await act(over.id, 'lanca')).body.message).toBe('Este pagamento já foi lançado.')
    expect((await act(over.id, 'estorna')).status).toBe(200)
    expect([(await titleOf(more.sale.id)).vSaldo, await credit()]).toEqual([71, before])
    expect(await faults()).toEqual([])
  })

  it('late, paid twice, told twice under other events, of a cancelled sale: none settles anything by itself', async () => {
    const [late, twice, gone] = [await linked(80), await linked(81), await linked(82)]
    const afterDue = paid(late.link.referencia, 8000, { paid_at: '2027-01-12T13:00:00Z' })
    const once = paid(twice.link.referencia, 8100)
    const again = paid(twice.link.referencia, 8100)
    const told = paid(twice.link.referencia, 8100, { payment_id: once.data.payment_id })
    await at.server.admin('POST', `/api/venda/${gone.sale.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    const ofGone = paid(gone.link.referencia, 8200)
    for (const event of [afterDue, once, again, told, ofGone]) expect((await at.tell(event)).status).toBe(200)
    expect(await noticeOf(afterDue.id)).toMatchObject({ status: 0, motivo: 'atrasado', proposta: 'baixa', vBaixa: 80 })
    expect(await noticeOf(once.id)).toMatchObject({ status: 4 })
    expect(await noticeOf(again.id)).toMatchObject({ status: 0, motivo: 'ja_pago', proposta: 'credito', vCredito: 81 })
    expect(await noticeOf(told.id)).toMatchObject({ status: 0, motivo: 'repetido', proposta: 'ignora' })
    expect(await noticeOf(ofGone.id)).toMatchObject({
      status: 0,
      motivo: 'cancelado',
      proposta: 'credito',
      vCredito: 82,
    })
    expect((await titleOf(late.sale.id)).vPago).toBe(0)
    expect((await act((await noticeOf(afterDue.id)).id, 'lanca')).status).toBe(200)
    expect((await titleOf(late.sale.id)).vPago).toBe(80)
    expect(await faults()).toEqual([])
  })

  it('of an unknown link is posted to the receivable that a person says, or ignored with a reason; money that went back is only told', async () => {
    const { sale } = await linked(90)
    const [unknown, back] = [paid('de-outro-lugar', 9000), paid('de-outro-lugar', 9000, {}, 'payment.refunded')]
    for (const event of [unknown, back]) expect((await at.tell(event)).status).toBe(200)
    const { id } = await noticeOf(unknown.id)
    expect(await noticeOf(unknown.id)).toMatchObject({ motivo: 'desconhecido', proposta: 'ignora', cliente_id: null })
    expect(await noticeOf(back.id)).toMatchObject({ motivo: 'estornado', proposta: 'ignora' })
    expect((await act(id, 'lanca')).body.code).toBe('nothing_to_post')
    expect((await act(id, 'ignora', { xJust: 'curto' })).status).toBe(422)
    expect((await act(id, 'ignora', { xJust: 'Não é desta empresa, avisado ao serviço' })).body.status).toBe(5)
    expect((await act(id, 'reabre')).body.status).toBe(0)
    const title = await titleOf(sale.id)
    expect((await act(id, 'lanca', { contas_receber_id: title.id })).body).toMatchObject({
      status: 4,
      contas_receber_id: title.id,
      cliente_id: at.customer,
    })
    expect(await titleOf(sale.id)).toMatchObject({ vPago: 90, vSaldo: 0 })
    expect(await faults()).toEqual([])
  })
})

describe('403, 413, 422 and the other company', () => {
  it('wrongly signed, signed for another text, too old, of no company: one answer, and nothing is kept', async () => {
    const { sale, link } = await linked(95)
    const event = paid(link.referencia, 9500)
    const now = Date.parse(at.clock.now()) / 1_000
    const answers = [
      await at.tell(event, { secret: 'outro-segredo' }),
      await at.tell(event, { at: now - 301 }),
      await at.tell(event, { at: now + 301 }),
      await at.tell(event, { signature: '' }),
      await at.tell(event, { signature: `t=${now},v1=${'0'.repeat(64)}` }),
      await at.tell(event, { empresa_id: 999_999 }),
    ]
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['403 invalid_signature']),
    )
    expect(await noticeOf(event.id)).toBeUndefined()
    expect((await titleOf(sale.id)).vPago).toBe(0)
    expect((await at.tell(event, { at: now - 299 })).status).toBe(200)
    expect((await titleOf(sale.id)).vPago).toBe(95)
  })

  it('too large is refused, what is none of payments is thanked for, what is no event is named', async () => {
    const { link } = await linked(96)
    expect((await at.tell(paid(link.referencia, 9600, { note: 'x'.repeat(20_000) }))).status).toBe(413)
    expect((await at.tell({ id: 'evt_link', type: 'link.created', data: {} })).status).toBe(200)
    for (const wrong of [{ amount: 0 }, { amount: 1.5 }, { amount: '96' }, { paid_at: 'ontem' }, { payment_id: '' }])
      expect((await at.tell(paid(link.referencia, 9600, wrong))).status, JSON.stringify(wrong)).toBe(422)
  })

  it('a company’s service never touches another company’s receivable, whatever it says', async () => {
    const { sale, link } = await linked(97)
    const other = await at.server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: testCnpj(77), UF: 'SP' })
    const theirs = await at.server.user({ roles: ['admin'], empresas: [other.id] })
    const put = await theirs('PUT', `/api/empresa/${other.id}`, account(at.service, 'whsec_da_outra_empresa'))
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    const event = paid(link.referencia, 9700)
    // The secret of one opens nothing at the other.
    expect((await at.tell(event, { empresa_id: other.id, secret: SECRET })).status).toBe(403)
    expect((await at.tell(event, { secret: 'whsec_da_outra_empresa' })).status).toBe(403)
    expect((await at.tell(event, { empresa_id: other.id, secret: 'whsec_da_outra_empresa' })).status).toBe(200)
    const [kept] = (await theirs('GET', '/api/aviso_pagamento')).body.data
    expect(kept).toMatchObject({
      evento_id: event.id,
      motivo: 'desconhecido',
      link_pagamento_id: null,
      empresa_id: other.id,
    })
    const title = await titleOf(sale.id)
    expect(title.vPago).toBe(0)
    const stolen = await theirs('POST', `/api/aviso_pagamento/${kept.id}/lanca`, { contas_receber_id: title.id })
    expect(stolen.status).toBe(422)
    // Who may see both companies cannot pay the one's by the other's either.
    const both = await at.server.user({ roles: ['admin'], empresas: [other.id, at.server.empresa_id] })
    expect((await both('POST', `/api/aviso_pagamento/${kept.id}/lanca`, { contas_receber_id: title.id })).status).toBe(
      422,
    )
    // The same event at the right company is another.
    expect((await at.tell(event)).status).toBe(200)
    expect((await titleOf(sale.id)).vPago).toBe(97)
    expect(await faults()).toEqual([])
  })
})
