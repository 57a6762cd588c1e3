import { expect, it } from 'vitest'
import { readNfe } from '../../../core/fiscal/read-nfe'
import { readPdf } from '../../../fixtures/read-pdf'
import { call, invoiced, issuerTest, ok, sent, server } from './issuing.fixture'

/** What a company says on its notes in fields of its own. */

issuerTest()

it('what is marked as printed, and shown to everybody, is said in the complementary information of the XML, and so on the paper', async () => {
  const define = (alias: string, key: string, more: object) =>
    ok('POST', '/api/sis/custom_field', { alias, key, type: 'text', label: `Campo ${key}`, ...more })
  for (const alias of ['venda', 'nfe']) {
    await define(alias, 'empenho', { impresso: true })
    await define(alias, 'interno', {})
    await define(alias, 'sigilo', { impresso: true, visible_roles: ['admin'] })
  }
  const extra = { empenho: '2026NE000123', interno: 'da casa', sigilo: 'de poucos' }
  const { note } = await invoiced({ obs: 'Entregar pela manhã', extra })
  expect(await sent(note.id)).toMatchObject({ status: 3, extra })
  const { body } = await call('GET', `/api/nfe/get_xml/${note.id}`)
  expect(readNfe(body).infCpl).toBe('Entregar pela manhã; Campo empenho: 2026NE000123')
  const answer = await server.app.request(`/api/nfe/print_danfe/${note.id}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  const paper = readPdf(new Uint8Array(await answer.arrayBuffer())).texts.join(' ')
  expect(paper).toContain('Campo empenho: 2026NE000123')
})
