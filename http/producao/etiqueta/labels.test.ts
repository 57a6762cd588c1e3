import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../../../fixtures/test-server'
import { formatDate } from '../../../core/br/date-text'
import { call, inDays, ok, product } from '../../estoque/output.fixture'
import { openWorkshop } from '../orders.fixture'

/** Labels of goods that are made: of the product, and of the volumes that they are packed in. */

let server: TestServer
let ids: Record<'order' | 'goods', number>
beforeAll(async () => {
  ;({ server } = await openWorkshop())
  const mercadoria_id = await product({ xProd: 'Geleia', controla_lote: 1, dias_validade: 60 })
  const order = await ok('POST', '/api/producao/ordem_producao', {
    ordem_producao_mercadoria_list: [{ mercadoria_id, qTrib: 10 }],
  })
  ids = { order: order.id, goods: order.ordem_producao_mercadoria_list[0].id }
})
afterAll(() => server.close())

const LABEL = '/api/producao/op_mercadoria_etiqueta'
const add = (values: object) => call('POST', LABEL, { ordem_producao_mercadoria_id: ids.goods, ...values })
const on = (verb: string, body: object = {}) =>
  call('POST', `/api/producao/ordem_producao_mercadoria/${ids.goods}/${verb}`, body)
const printed = (contents: string) => contents.split('^XA').length - 1

describe('labels of volumes', () => {
  it('are no more than what is made, whoever adds them at once', async () => {
    expect(await add({ quantidade: 2 })).toMatchObject({ status: 201, body: { qVolumes: 1 } })
    expect(await add({ quantidade: 3, qVolumes: 3 })).toMatchObject({
      status: 400,
      body: { message: 'O total inserido excedeu o saldo restante!' },
    })
    const answers = await Promise.all([add({ quantidade: 4, qVolumes: 2 }), add({ quantidade: 4, qVolumes: 2 })])
    expect(answers.map((one) => one.status).toSorted()).toEqual([201, 400])
    expect(await add({ quantidade: 0.0001 })).toMatchObject({ status: 400, body: { code: 'too_much' } })
  })

  it.each([
    [{ quantidade: 0 }, { quantidade: ['Quantidade inválida'] }],
    [{ quantidade: 1, pesoBruto: 0 }, { pesoBruto: ['Peso zerado'] }],
  ])('422 %o', async (values, errors) => {
    expect(await add(values)).toMatchObject({ status: 422, body: { errors } })
  })

  it('are printed, one for each volume, and again as a second copy; one alone by its place', async () => {
    const zpl = { formato: 'zpl' }
    const first = await on('getPrintFileEtiqueta', zpl)
    expect(first).toMatchObject({ status: 200, body: { filename: `producao-${ids.goods}.zpl` } })
    expect(printed(first.body.contents)).toBe(3)
    expect(first.body.contents).toContain(`OP${ids.order}`)
    expect(first.body.contents).not.toContain('via')
    const again = await on('getPrintFileEtiqueta', zpl)
    expect(again.body.contents).toContain('2ª via')
    const where = encodeURIComponent(JSON.stringify({ ordem_producao_mercadoria_id: ids.goods, qVolumes: 2 }))
    const [two] = (await ok('GET', `${LABEL}?where=${where}`)).data
    expect(two).toMatchObject({ nVias: 2, codigo: `002${String(two.id).padStart(12, '0')}` })
    const one = await call('POST', `${LABEL}/${two.id}/getPrintFileEtiqueta`, { ...zpl, index: 2 })
    expect(printed(one.body.contents)).toBe(1)
    expect(one.body.contents).toContain('02/02')
    expect(await call('POST', `${LABEL}/${two.id}/getPrintFileEtiqueta`, { index: 3 })).toMatchObject({ status: 422 })
  })

  it('are all taken off, once', async () => {
    expect((await on('limpaEtiquetas')).body).toEqual({ excluidas: 2 })
    expect(await on('limpaEtiquetas')).toMatchObject({ status: 400, body: { code: 'no_labels' } })
    expect(await on('getPrintFileEtiqueta')).toMatchObject({ status: 400, body: { code: 'no_labels' } })
  })
})

describe('labels of volumes of what was made', () => {
  const records = async () => {
    const { body } = await on('getPrintFileEtiqueta', { formato: 'csv' })
    const [names = '', ...lines] = String(body.contents).replaceAll('"', '').trim().split(/\r?\n/)
    return lines.map((line) => Object.fromEntries(names.split(';').map((name, at) => [name, line.split(';')[at]])))
  }

  it('say the lot and the expiry that it came in with, before that those that it will have, and what they weigh', async () => {
    await add({ quantidade: 5, pesoBruto: 1.25 })
    expect(await records()).toMatchObject([
      { nLote: `OP${ids.order}`, dVal: formatDate(inDays(60)), peso: '1,25', quantidade: '5' },
    ])
    const path = `/api/producao/ordem_producao/${ids.order}`
    await ok('POST', `${path}/inicia`)
    const lots = { nLote: 'G7', dVal: inDays(30) }
    await ok('POST', `${path}/finaliza`, { mercadorias: [{ id: ids.goods, qBoa: 5, ...lots }] })
    expect(await records()).toMatchObject([{ nLote: 'G7', dVal: formatDate(inDays(30)) }])
    await ok('POST', `${path}/desfazParte`)
    expect(await records()).toMatchObject([{ nLote: `OP${ids.order}`, dVal: formatDate(inDays(60)) }])
  })
})

describe('labels of the product', () => {
  it('are as many as are asked for', async () => {
    const answer = await on('getPrintFileRotulo', { qEtiquetas: 4, formato: 'zpl' })
    expect(answer.body.contents.split('Geleia').length - 1).toBe(4)
    expect(await on('getPrintFileRotulo', { qEtiquetas: 0 })).toMatchObject({
      status: 422,
      body: { errors: { qEtiquetas: ['Quantidade inválida'] } },
    })
  })
})
