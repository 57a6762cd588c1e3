import { describe, expect, it } from 'vitest'
import { testCnpj } from '../../../fixtures/test-server'
import { readPdf } from '../../../fixtures/read-pdf'
import { call, ids, invoiced, issuerTest, ok, sent, server } from './issuing.fixture'

/** The papers of issued notes, as whoever may see the notes is shown them. */

issuerTest()

const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

async function paper(path: string) {
  const answer = await server.app.request(path, { headers: { Authorization: `Bearer ${await server.token()}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const pictures =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length ?? 0
  return { ...readPdf(bytes), pictures }
}

it('bear the key, the answer of the authority and the logo of the company', async () => {
  const { note } = await invoiced()
  const { chNFe, nProt } = await sent(note.id)
  const plain = await paper(`/api/nfe/print_danfe/${note.id}`)
  const said = plain.texts.join(' ')
  expect(said).toContain(String(chNFe).replaceAll(/(.{4})(?=.)/g, '$1 '))
  expect(said).toContain(`${nProt} - `)
  expect([plain.pages, plain.pictures]).toEqual([1, 0])
  const form = new FormData()
  form.set('file', new File([Buffer.from(LOGO, 'base64')], 'logo.png'))
  expect((await server.admin('POST', `/api/empresa/${server.empresa_id}/uploadLogo`, form)).status).toBe(200)
  expect((await paper(`/api/nfe/print_danfe/${note.id}`)).pictures).toBe(1)
  const { note: receipt } = await invoiced({ cliente_id: ids.consumer, geraNFe: 3 })
  await sent(receipt.id)
  const both = await paper(`/api/nfe/print_danfe?id_list=${note.id},${receipt.id}`)
  expect(both.pages).toBe(2)
  expect(both.texts).toContain('CONSUMIDOR NÃO IDENTIFICADO')
})

describe('a letter of correction', () => {
  const letter = (id: number, xCorrecao: string) => ok('POST', `/api/nfe/nfe/${id}/setCCe`, { xCorrecao })

  it('is printed, the last or the one that is asked for, and given as XML with its protocol; so is a cancellation', async () => {
    const { note } = await invoiced()
    const { chNFe } = await sent(note.id)
    await letter(note.id, 'Transportadora correta: Rápida')
    await sent(note.id)
    await letter(note.id, 'Transportadora correta: Segura')
    await sent(note.id)
    const path = `/api/nfe/nfe/${note.id}`
    const last = (await paper(`${path}/printCCe`)).texts.join(' ')
    expect(last).toContain('Transportadora correta: Segura')
    expect(last).toContain('135')
    expect((await paper(`${path}/printCCe?nSeqEvento=1`)).texts.join(' ')).toContain('Transportadora correta: Rápida')
    const { body } = await call('GET', `${path}/getXmlEvento?tpEvento=110110&nSeqEvento=1`)
    expect(body).toContain('<xCorrecao>Transportadora correta: Rápida</xCorrecao>')
    expect(body).toContain(`<retEvento`)
    expect((await call('GET', `${path}/getXmlEvento?tpEvento=110111`)).body.message).toBe(
      'Esta nota não tem este evento registrado.',
    )
    await ok('POST', `${path}/cancela`, { xJust: 'Cliente desistiu da compra' })
    expect((await sent(note.id)).status).toBe(5)
    const { body: cancellation } = await call('GET', `${path}/getXmlEvento?tpEvento=110111`)
    expect(cancellation).toContain(`<chNFe>${chNFe}</chNFe>`)
    expect(cancellation).toContain('Cancelamento')
  })

  it('400 in clear words where the note has none, or none of that number; 404 of another company, 403 without the right', async () => {
    const { note } = await invoiced()
    await sent(note.id)
    const path = `/api/nfe/nfe/${note.id}/printCCe`
    expect(await call('GET', path)).toMatchObject({
      status: 400,
      body: { code: 'no_event', message: 'Esta nota não tem carta de correção registrada.' },
    })
    // One that waits for its answer is none yet.
    await letter(note.id, 'Transportadora correta: Rápida')
    expect((await call('GET', path)).status).toBe(400)
    await sent(note.id)
    expect((await call('GET', path)).status).toBe(200)
    expect((await call('GET', `${path}?nSeqEvento=2`)).body.message).toBe(
      'Esta nota não tem carta de correção registrada com a sequência 2.',
    )
    expect((await (await server.user({ permissions: ['show venda'] }))('GET', path)).status).toBe(403)
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(71), xNome: 'Outra' })
    const stranger = await server.user({ permissions: ['show nfe'], empresas: [other.id] })
    expect((await stranger('GET', path)).status).toBe(404)
  })
})
