import { expect, it } from 'vitest'
import { formatDate } from '../../../core/br/date-text'
import { readNfe } from '../../../core/fiscal/read-nfe'
import { readPdf } from '../../../fixtures/read-pdf'
import { call, issuerTest, sent, server } from './issuing.fixture'
import { inDays, soldByLot } from './lots.fixture'

/** The lots that goods of a note left of: by the ledger, those of both dates as the layout has them, the others in words. */

issuerTest()

const itemOf = async (id: number) => {
  const { body } = await call('GET', `/api/nfe/get_xml/${id}`)
  return readNfe(body).itens[0]
}
const [made, first, second] = [inDays(-30), inDays(60), inDays(90)]

it('are told by number, quantity and both dates, those that expire first before the others; the paper shows them', async () => {
  const note = await soldByLot([
    { nLote: 'L-2', qTrib: 2.5, dFab: made, dVal: second },
    { nLote: 'L-1', qTrib: 3, dFab: made, dVal: first },
  ])
  expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
  const item = await itemOf(note.id)
  expect(item?.rastro).toEqual([
    { nLote: 'L-1', qLote: '3', dFab: made, dVal: first },
    { nLote: 'L-2', qLote: '2.5', dFab: made, dVal: second },
  ])
  expect(item?.infAdProd).toBeNull()
  const answer = await server.app.request(`/api/nfe/print_danfe/${note.id}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  const paper = readPdf(new Uint8Array(await answer.arrayBuffer())).texts.join(' ')
  expect(paper).toContain(`Lote L-1, qtd. 3, fab. ${formatDate(made)}`)
})

it('that lack a date, or whose number is longer than the layout takes, are told in words', async () => {
  const long = 'LOTE-DE-NUMERO-MUITO-LONGO'
  const note = await soldByLot([
    { nLote: 'L-3', qTrib: 1, dFab: made, dVal: first },
    { nLote: 'L-4', qTrib: 2, dVal: second },
    { nLote: long, qTrib: 4, dFab: made, dVal: inDays(120) },
  ])
  expect(await sent(note.id)).toMatchObject({ status: 3 })
  const item = await itemOf(note.id)
  expect(item?.rastro.map(({ nLote }) => nLote)).toEqual(['L-3'])
  expect(item?.infAdProd).toBe(
    `Lote L-4, qtd. 2, val. ${formatDate(second)}; Lote ${long}, qtd. 4, fab. ${formatDate(made)}, val. ${formatDate(inDays(120))}`,
  )
})
