import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'
import type { TestServer } from '../../../fixtures/test-server'
import { consumerBeyond, soldBeyond } from '../gnre/guides.fixture'
import { readPdf } from '../../../fixtures/read-pdf'
import { invoiced, noteById, ok, openIssuer, sent } from './issuing.fixture'

let server: TestServer
let sefaz: SefazSimulator
let smtp: SmtpSimulator
let ids: Awaited<ReturnType<typeof openIssuer>>['ids']
beforeAll(async () => {
  smtp = await startSmtp()
  ;({ server, sefaz, ids } = await openIssuer({}, { smtpUrl: smtp.url, publicUrl: 'https://prumo.example' }))
  await ok('PUT', `/api/cliente/${ids.customer}`, { email_list: ['fiscal@mercado.example', 'compras@mercado.example'] })
})
afterAll(async () => {
  await sefaz.stop()
  await server.close()
  await smtp.stop()
})

let taken = 0

/** What came in since the last look. */
async function mails() {
  await server.runJobs()
  await server.runJobs()
  const seen = taken
  taken = smtp.mails.length
  return smtp.mails.slice(seen)
}

describe('the customer is told by e-mail', () => {
  it('of an authorised note, with XML and paper, once; of its correction and of its end', async () => {
    const { note } = await invoiced()
    await sent(note.id)
    const first = await mails()
    expect(first.flatMap(({ to }) => to).toSorted()).toEqual(['compras@mercado.example', 'fiscal@mercado.example'])
    expect(first[0]?.files.map(({ type }) => type)).toEqual(['application/xml', 'application/pdf'])
    expect(first[0]?.files[0]?.bytes.toString()).toContain(note.chNFe)
    expect((await noteById(note.id)).dhEmail).not.toBeNull()
    expect(await mails()).toEqual([])
    await ok('POST', `/api/nfe/nfe/${note.id}/setCCe`, { xCorrecao: 'Transportadora correta: Rápida Ltda' })
    await sent(note.id)
    expect(await mails()).toHaveLength(2)
    await ok('POST', `/api/nfe/nfe/${note.id}/cancela`, { xJust: 'Cliente desistiu da compra' })
    await sent(note.id)
    expect(await mails()).toHaveLength(2)
  })

  it('not where the customer does not want it, or has no address', async () => {
    await ok('PUT', `/api/cliente/${ids.customer}`, { envia_nfe: false })
    const one = await invoiced()
    await sent(one.note.id)
    const other = await invoiced({ cliente_id: ids.far })
    await sent(other.note.id)
    expect(await mails()).toEqual([])
    expect((await noteById(one.note.id)).dhEmail).toBeNull()
  })
  it('with what was paid of it to another state: each guide with its proof, once it is paid', async () => {
    const far = await consumerBeyond({ email_list: ['longe@mercado.example'] })
    const { note, guides } = await soldBeyond(far)
    expect((await mails()).map(({ files }) => files.length)).toEqual([2])
    const [guide] = guides
    await ok('POST', `/api/nfe/gnre/${guide.id}/geraContasReceberLote`)
    const where = encodeURIComponent(JSON.stringify({ documento: 'gnre', documento_id: guide.id }))
    const { data } = await ok('GET', `/api/contas_pagar?where=${where}`)
    const banco = await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Conta' })
    await ok('POST', `/api/contas_pagar/${data[0].id}/baixa`, { banco_id: banco.id, vPago: guide.valorGNRE })
    await ok('POST', `/api/nfe/nfe/${note.id}/setCCe`, { xCorrecao: 'Transportadora correta: Rápida Ltda' })
    await sent(note.id)
    const [mail] = await mails()
    expect(mail?.files.map(({ name }) => name).slice(2)).toEqual([`gnre-${guide.nossoNumero}.pdf`])
    const { texts, pages } = readPdf(new Uint8Array(mail?.files[2]?.bytes ?? []))
    expect([pages, texts.includes('Comprovante de pagamento · GNRE')]).toEqual([2, true])
  })
})
