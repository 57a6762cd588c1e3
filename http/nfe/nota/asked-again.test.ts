import { expect, it } from 'vitest'
import { digestIn } from './authorise'
import { call, faults, invoiced, issuerTest, noteById, ok, run, sefaz, sent } from './issuing.fixture'

/** A note about which a person asks the authority anew. */

issuerTest()

const act = (id: number, verb: string, body: object = {}) => call('POST', `/api/nfe/nfe/${id}/${verb}`, body)
const calls = () => sefaz.calls.filter((told) => /^(?:authorise|query) /.test(told))

/** A note that was refused, and what the authority may have of it all the same. */
async function refused() {
  sefaz.faults.treat({ service: 'authorise', reject: '203' })
  const { note } = await invoiced()
  const record = await sent(note.id)
  expect(record).toMatchObject({ status: 2, cStat: '203' })
  const [kept] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'assinada'`)
  return { record, xml: String(kept?.xml) }
}

it('is asked for by its key, and adopted where the authority has it: nothing is sent', async () => {
  const { note } = await invoiced()
  const other = sefaz.state.notes.get((await sent(note.id)).chNFe)
  if (!other) throw new Error('The authority has no note.')
  const { record, xml } = await refused()
  const nProt = '141260000009999'
  sefaz.state.add({ kind: 'note', note: { ...other, chNFe: record.chNFe, nProt, digVal: digestIn(xml), xml } })
  const from = calls().length
  await ok('POST', `/api/nfe/nfe/${record.id}/substitui`)
  expect(await sent(record.id)).toMatchObject({ status: 3, nProt })
  expect(calls().slice(from)).toEqual(['query PR'])
  expect(await faults()).toEqual([])
})

it('stays refused where the authority refuses it once more, for its new reason; meanwhile it is neither mended nor given up', async () => {
  const { record } = await refused()
  sefaz.faults.treat({ service: 'authorise', reject: '806' })
  await ok('POST', `/api/nfe/nfe/${record.id}/substitui`)
  for (const verb of ['corrige', 'abandona'])
    expect(await act(record.id, verb, { xJust: 'A venda não vai mais sair' }), verb).toMatchObject({
      status: 400,
      body: { code: 'waiting', message: 'Esta nota espera a resposta da SEFAZ.' },
    })
  expect(await sent(record.id)).toMatchObject({ status: 2, cStat: '806' })
  expect((await act(record.id, 'corrige')).status).toBe(200)
  expect(await sent(record.id)).toMatchObject({ status: 3, nNF: record.nNF })
})

it('of which the authority has another under its key says so, and stops its series', async () => {
  const { record, xml } = await refused()
  const other = [...sefaz.state.notes.values()].at(-1)
  if (!other) throw new Error('The authority has no note.')
  sefaz.state.add({ kind: 'note', note: { ...other, chNFe: record.chNFe, digVal: 'b3V0cm8=', xml } })
  await ok('POST', `/api/nfe/nfe/${record.id}/substitui`)
  await sent(record.id)
  expect(await noteById(record.id)).toMatchObject({
    status: 2,
    problemas: [
      { message: 'A SEFAZ tem outra nota com a chave desta: a série foi parada. Avise o suporte.', cStat: '100' },
    ],
  })
  expect(await run(`select ativo from serie_numero where id = ${record.serie_numero_id}`)).toEqual([{ ativo: false }])
})
