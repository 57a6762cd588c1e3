import { expect, it } from 'vitest'
import { readPdf } from '../../../fixtures/read-pdf'
import { ids, invoiced, issuerTest, sent, server } from './issuing.fixture'

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
