import { expect, it } from 'vitest'
import { faults } from '../../../fixtures/paper-faults'
import { codesIn } from '../../../fixtures/read-codes'
import { readPdf } from '../../../fixtures/read-pdf'
import { call, issuerTest, ok, server } from '../nota/issuing.fixture'
import { byHand, GUIDES, guideById, sentGuide } from './guides.fixture'

issuerTest()

async function printed(ids: readonly number[]): Promise<Uint8Array<ArrayBuffer>> {
  const response = await server.app.request(`${GUIDES}/imprime?ids=${ids.join(',')}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return response.bytes()
}

it('bars and Pix code of a guide are read back from its paper, and nothing covers anything else', async () => {
  const { id } = await byHand({ vFCP: 12.25, dReferencia: '2026-11-01' })
  await sentGuide(id)
  const { codigoBarras, qrcodePayload, linhaDigitavel, nossoNumero } = await guideById(id)
  const bytes = await printed([id])
  const codes = await codesIn(bytes, ['ITF', 'QRCode'])
  expect(codes.toSorted()).toEqual([codigoBarras, qrcodePayload].toSorted())
  expect(faults(bytes)).toEqual([])
  const { texts, pages } = readPdf(bytes)
  expect(pages).toBe(1)
  expect(texts.join('').replaceAll(/\D/g, '')).toContain(linhaDigitavel)
  for (const text of [
    'BA · Bahia',
    '100099 · ICMS-ST por operação',
    nossoNumero,
    '20/12/2090',
    '11/2026',
    '97,75',
    '12,25',
    'Empresa de Teste Ltda',
    'Cliente da Bahia',
    '33.000.167/0001-01',
    'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO · SEM VALOR PARA PAGAMENTO',
  ])
    expect(texts).toContain(text)
})

it('several come in one file, in the order that is asked; one that is not ready is refused', async () => {
  const [one, two] = [await byHand({ nDocOrigem: '1' }), await byHand({ nDocOrigem: '2' })]
  const early = await call('GET', `${GUIDES}/imprime?ids=${one.id}`)
  expect([early.status, early.body.code]).toEqual([400, 'not_ready'])
  for (const { id } of [one, two]) await sentGuide(id)
  const { texts, pages } = readPdf(await printed([two.id, one.id]))
  expect(pages).toBe(2)
  const controls = [(await guideById(two.id)).nossoNumero, (await guideById(one.id)).nossoNumero]
  expect(texts.filter((text) => controls.includes(text))).toEqual(controls)
  expect((await call('GET', `${GUIDES}/imprime?ids=99999`)).status).toBe(404)
})

it('a guide that was cancelled, or that nobody has, is not printed among others', async () => {
  const [one, two] = [await byHand({ nDocOrigem: '3' }), await byHand({ nDocOrigem: '4' })]
  await sentGuide(one.id)
  await ok('POST', `${GUIDES}/${two.id}/cancela`, { xJust: 'Guia feita por engano nesta nota' })
  const printing = async (id: number) => {
    const { status, body } = await call('GET', `${GUIDES}/imprime?ids=${one.id},${id}`)
    return [status, body.code]
  }
  expect(await printing(two.id)).toEqual([400, 'cancelled'])
  expect(await printing(99_999)).toEqual([404, 'not_found'])
})
