import { describe, expect, it } from 'vitest'
import { call, invoiced, issuerTest, noteOf, ok, run, sale, sent } from './issuing.fixture'

/** A document has one note that lives, however many drafts of it there are. */

issuerTest()

const drafted = async (venda_id: number): Promise<number> => (await ok('POST', '/api/nfe/nfe', { venda_id })).id
const issues = (id: number) => call('POST', `/api/nfe/nfe/${id}/emite`)
const live = async (venda_id: number) =>
  run(`select id from nfe where venda_id = ${venda_id} and "dhAssinatura" is not null`)

describe('a draft that is made by hand', () => {
  it('is issued of an invoiced sale alone', async () => {
    const open = await drafted(await sale())
    expect(await issues(open)).toMatchObject({
      status: 400,
      body: { code: 'not_invoiced', message: 'Fature a venda antes de emitir a nota.' },
    })
    const { venda_id } = await invoiced({ geraNFe: 0 })
    const draft = await drafted(venda_id)
    expect((await issues(draft)).status).toBe(200)
    expect(await sent(draft)).toMatchObject({ status: 3 })
  })

  it('of a sale that has its note is none', async () => {
    const { venda_id, note } = await invoiced()
    await sent(note.id)
    expect(await issues(await drafted(venda_id))).toMatchObject({
      status: 400,
      body: { code: 'has_note', message: 'Esta venda já tem nota fiscal.' },
    })
    expect(await live(venda_id)).toHaveLength(1)
  })

  it('beside others, all issued at once with the sale’s own verb: one goes', async () => {
    const { venda_id } = await invoiced({ geraNFe: 0 })
    const drafts = [await drafted(venda_id), await drafted(venda_id), await drafted(venda_id)]
    const answers = await Promise.all([...drafts.map(issues), call('POST', `/api/venda/${venda_id}/emiteNFe`)])
    const codes = answers.map(({ status, body }) => (status === 200 ? 'answered' : body.code))
    expect(codes.every((code) => ['answered', 'has_note', 'sending', 'conflict'].includes(code))).toBe(true)
    expect(await live(venda_id)).toHaveLength(1)
  })
})

it('a draft follows what its sale issues: kept back as an NFC-e, it goes as an NF-e when the sale says so', async () => {
  const { venda_id, note } = await invoiced({ geraNFe: 3 })
  expect(note).toMatchObject({ status: 0, mod: 65 })
  await run(`update venda set "geraNFe" = 1 where id = ${venda_id}`)
  await ok('POST', `/api/venda/${venda_id}/emiteNFe`)
  expect(await noteOf(venda_id)).toMatchObject({ id: note.id, status: 1, mod: 55, problemas: null })
})
