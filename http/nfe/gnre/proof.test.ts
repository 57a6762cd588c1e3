import { expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { faults } from '../../../fixtures/paper-faults'
import { codesIn } from '../../../fixtures/read-codes'
import { readPdf } from '../../../fixtures/read-pdf'
import { PayingBank } from '../../../fixtures/simulators/paying-bank'
import { today } from '../../../fixtures/test-clock'
import { testCnpj } from '../../../fixtures/test-server'
import { call, issuerTest, ok, run, server } from '../nota/issuing.fixture'
import { byHand, consumerBeyond, guideById, GUIDES, sentGuide, soldBeyond } from './guides.fixture'

/** The proof that a guide was paid. */

issuerTest()

let origin = 900
/** A guide with its payable. */
async function owed() {
  const { id } = await sentGuide((await byHand({ nDocOrigem: String(++origin) })).id)
  await ok('POST', `${GUIDES}/${id}/geraContasReceberLote`)
  const [payable] = await run(`select id from contas_pagar where documento = 'gnre' and documento_id = ${id}`)
  return { id: Number(id), payable: Number(payable?.id) }
}
const account = async (more: object = {}): Promise<number> =>
  (await server.insert('banco', { empresa_id: server.empresa_id, descricao: `Conta ${++origin}`, ...more })).id
const paid = async ({ payable }: { payable: number }, banco_id: number) =>
  ok('POST', `/api/contas_pagar/${payable}/baixa`, { banco_id, vPago: 85.5 })

async function proof(ids: readonly number[]) {
  const response = await server.app.request(`${GUIDES}/comprovante?ids=${ids.join(',')}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return response.bytes()
}
const refused = async (id: number, as = call) => {
  const { status, body } = await as('GET', `${GUIDES}/comprovante?ids=${id}`)
  return [status, body.code]
}

it('of a guide that was paid by hand: what it is, its bars, the day, the value and the account; none before, none once it was taken back', async () => {
  const guide = await owed()
  expect(await refused(guide.id)).toEqual([400, 'not_paid'])
  const banco_id = await account({ descricao: 'Banco da praça' })
  const { lancamento_id } = await paid(guide, banco_id)
  const bytes = await proof([guide.id])
  const { codigoBarras, nossoNumero } = await guideById(guide.id)
  expect(await codesIn(bytes, ['ITF', 'QRCode'])).toEqual([codigoBarras])
  expect(faults(bytes)).toEqual([])
  const { texts, pages } = readPdf(bytes)
  expect(pages).toBe(1)
  const day = today().split('-').toReversed().join('/')
  for (const text of ['Comprovante de pagamento · GNRE', nossoNumero, day, 'Banco da praça', '85,50'])
    expect(texts).toContain(text)
  await ok('POST', `/api/contas_pagar/${guide.payable}/estorna`, { lancamento_id })
  expect(await refused(guide.id)).toEqual([400, 'not_paid'])
})

it('of a guide that the bank paid by a remittance: with the authentication of its return', async () => {
  const guide = await owed()
  const other = await owed()
  await paid(other, await account())
  const banco_id = await account({ codigo: '341', agencia: '1234', conta: '56789-0', tipo: 2 })
  const path = '/api/financeiro/remessa_pagamento'
  const day = addDays(today(), 7)
  const { id } = await ok('POST', path, {
    banco_id,
    dPagamento: day,
    remessa_pagamento_conta_list: [{ conta_pagar_id: guide.payable }],
  })
  await ok('POST', `${path}/${id}/aprova`, { confirma: true })
  const sent = await ok('POST', `${path}/${id}/enviaPagamentosBanco`)
  const [item] = sent.remessa_pagamento_conta_list
  const bank = new PayingBank()
  for (const { id: arquivo_id } of sent.arquivos)
    bank.receive(Buffer.from((await call('GET', `${path}/${id}/conteudo?arquivo_id=${arquivo_id}`)).body, 'latin1'))
  const { autenticacao = '' } = bank.pay(String(item.id), today())
  for (const bytes of bank.files()) {
    const form = new FormData()
    form.append('file', new File([Buffer.from(bytes)], 'retorno.ret'))
    await ok('POST', path, form)
  }
  expect(await guideById(guide.id)).toMatchObject({ status: 6 })
  const { texts, pages } = readPdf(await proof([guide.id, other.id]))
  expect(pages).toBe(2)
  expect(texts.filter((text) => text.includes(autenticacao))).toHaveLength(1)
})

it('none of a guide that was cancelled, 404 of one that is another company’s; of one to be returned, still', async () => {
  const [gone, back] = [await owed(), await owed()]
  await ok('POST', `${GUIDES}/${gone.id}/cancela`, { xJust: 'Guia emitida em duplicidade' })
  expect(await refused(gone.id)).toEqual([400, 'cancelled'])
  expect(await refused(99_999)).toEqual([404, 'not_found'])
  await paid(back, await account())
  await ok('POST', `${GUIDES}/${back.id}/restitui`, { xJust: 'A mercadoria voltou ao estado' })
  expect(readPdf(await proof([back.id])).pages).toBe(1)
  const other = (await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })).id
  const stranger = await server.user({ roles: ['admin'], empresas: [other] })
  expect(await refused(back.id, stranger)).toEqual([404, 'not_found'])
})

it('goes with the paper of its note where that is asked for: the guide, and the proof once it is paid', async () => {
  const { note, guides } = await soldBeyond(await consumerBeyond())
  const [guide] = guides
  const printed = async (query: string) => {
    const response = await server.app.request(`/api/nfe/print_danfe${query}`, {
      headers: { Authorization: `Bearer ${await server.token()}` },
    })
    expect(response.status).toBe(200)
    const bytes = await response.bytes()
    expect(faults(bytes)).toEqual([])
    return readPdf(bytes)
  }
  const alone = await printed(`/${note.id}`)
  const owing = await printed(`/${note.id}?com_guias=1`)
  expect(owing.pages).toBe(alone.pages + guides.length)
  await ok('POST', `${GUIDES}/${guide.id}/geraContasReceberLote`)
  const [payable] = await run(`select id from contas_pagar where documento = 'gnre' and documento_id = ${guide.id}`)
  await ok('POST', `/api/contas_pagar/${payable?.id}/baixa`, { banco_id: await account(), vPago: guide.valorGNRE })
  const { pages, texts } = await printed(`?id_list=${note.id}&com_guias=1`)
  expect(pages).toBe(alone.pages + guides.length + 1)
  expect(texts).toContain('Comprovante de pagamento · GNRE')
})
