import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZpl } from '../../../core/labels/zpl.fixture'
import { readPdf } from '../../../fixtures/read-pdf'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** Labels of products: what is on the paper and in the files of printers, read back. */

const EAN = '7891000315507'
let server: TestServer
let screw: number
let loose: number
let retail: number
beforeAll(async () => {
  server = await testServer()
  const unit = await server.insert('unidade', { un: 'CX', descricao: 'Caixa', decimal: 0 })
  screw = (
    await server.insert('mercadoria', {
      xProd: 'Parafuso ^sextavado~ aço',
      codigo: 'P-1',
      cEAN: EAN,
      unidade_id: unit.id,
    })
  ).id
  loose = (await server.insert('mercadoria', { xProd: 'Porca sem código de barras', codigo: 'N-2' })).id
  retail = (await server.insert('tabela_preco', { descricao: 'Varejo', padrao: true })).id
  const other = await server.insert('tabela_preco', { descricao: 'Atacado' })
  await server.insert('mercadoria_preco', { mercadoria_id: screw, tabela_preco_id: retail, vUnTrib: '1048.9' })
  await server.insert('mercadoria_preco', { mercadoria_id: screw, tabela_preco_id: other.id, vUnTrib: '900' })
})
afterAll(() => server.close())

const get = async (path: string) => {
  const answer = await server.app.request(path, { headers: { Authorization: `Bearer ${await server.token()}` } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
describe('labels on sheets', () => {
  it('say what the products are and cost, begin at the first free place, and go over as many sheets as they need', async () => {
    const at = `/api/estoque/mercadoria_etiqueta_avulsa?id_list=${screw},${loose}&qEtiquetas=3,1&template=padrao-1`
    const whole = await get(at)
    expect([whole.status, whole.type]).toEqual([200, 'application/pdf'])
    const read = readPdf(whole.bytes)
    expect(read.pages).toBe(1)
    expect(read.texts.filter((text) => text === 'R$ 1.048,90')).toHaveLength(3)
    expect(read.texts).toContain('7 891000 315507')
    expect(read.texts).toContain('N-2')
    expect(readPdf((await get(`${at}&posInit=19`)).bytes).pages).toBe(2)
  })

  it('leave out bars, and draw a line around each, where that is asked', async () => {
    const at = `/api/estoque/mercadoria_etiqueta_avulsa?id_list=${screw}`
    const [usual, bare, bordered] = await Promise.all(
      ['', '&withBarcode=false', '&withBarcode=0&withBorder=1'].map(async (more) =>
        readPdf((await get(at + more)).bytes),
      ),
    )
    expect(usual?.rectangles).toBe(30)
    expect(bare?.rectangles).toBe(0)
    expect(bare?.texts).not.toContain('7 891000 315507')
    expect(bordered?.rectangles).toBe(1)
  })

  it('of a shelf have their own template, and come before a report of any name', async () => {
    const { status, bytes } = await get(`/reporting/pdf/gondola?id_list=${screw}`)
    expect(status).toBe(200)
    expect(readPdf(bytes).texts).toEqual(expect.arrayContaining(['1.048,90', 'CX · P-1']))
  })

  it.each([
    ['', 422],
    ['id_list=', 422],
    ['id_list=999999', 404],
    ['id_list=1&template=padrao-99', 404],
    ['id_list=1&template=x', 404],
    ['id_list=1&qEtiquetas=2001', 422],
    ['id_list=1&qEtiquetas=0', 422],
    ['id_list=1&formato=doc', 422],
    ['id_list=1&posInit=-1', 422],
  ])('refuse %s with %i', async (query, status) => {
    expect((await get(`/api/estoque/mercadoria_etiqueta_avulsa?${query}`)).status).toBe(status)
  })

  it('403 without the right on products', async () => {
    const nobody = await server.user({ permissions: ['show venda'] })
    expect((await nobody('GET', `/api/estoque/mercadoria_etiqueta_avulsa?id_list=${screw}`)).status).toBe(403)
    expect((await nobody('GET', `/reporting/pdf/gondola?id_list=${screw}`)).status).toBe(403)
  })
})

describe('labels for a printer', () => {
  const asked = (body: object) => server.admin('POST', `/api/mercadoria/${screw}/getPrintFileAvulsa`, body)

  it('of a supplier’s code have its bars, and how many it holds', async () => {
    const code = '17891000100100'
    const { body: made } = await server.admin('POST', `/api/mercadoria/${screw}/addBarcode`, {
      txtBarcode: code,
      qTrib: 1,
    })
    const { status, body } = await server.admin(
      'POST',
      `/api/estoque/mercadoria_codigo/${made.id}/getPrintFileAvulsa`,
      {
        template: 'padrao-5',
        arrEtiquetas: [{ qEtiquetas: 2 }],
      },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    const [first] = readZpl(body.contents)
    expect([first?.copies, first?.fields.find(({ kind }) => kind !== 'text')]).toEqual([
      2,
      expect.objectContaining({ text: expect.stringContaining(code.slice(0, 13)) }),
    ])
    await server.admin('DELETE', `/api/estoque/mercadoria_codigo/${made.id}`)
  })

  it('are ZPL that says what was asked: equal ones as copies, volumes each by itself', async () => {
    const { status, body } = await asked({
      template: 'padrao-5',
      arrEtiquetas: [{ qEtiquetas: 4 }, { mercadoria_id: loose }],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ type: 'etiqueta', filename: 'etiquetas.zpl', encoding: 'utf-8', printer: '' })
    const [first, second] = readZpl(body.contents)
    expect(first?.copies).toBe(4)
    expect(first?.fields.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'Parafuso ^sextavado~ aço'],
      ['text', 'R$ 1.048,90'],
      ['text', 'P-1'],
      ['ean13', EAN.slice(0, 12)],
      ['text', '7 891000 315507'],
    ])
    expect(second?.fields.find(({ kind }) => kind === 'code128')?.text).toBe('N-2')
  })

  it('are bytes in base64 in other languages, and a table for programs with labels of their own', async () => {
    const epl = await asked({ template: 'padrao-5', formato: 'epl', arrEtiquetas: [{}] })
    expect(epl.body).toMatchObject({ filename: 'etiquetas.epl', encoding: 'base64' })
    expect(Buffer.from(epl.body.contents, 'base64').toString('latin1')).toContain('aço')
    const csv = await asked({ formato: 'csv', arrEtiquetas: [{ qEtiquetas: 2, qMultipla: 100 }] })
    const [head, one, two] = csv.body.contents.split('\r\n')
    expect(head.split(';').slice(0, 2)).toEqual(['codigo', 'xProd'])
    expect(one).toContain(';100;01/02;')
    expect(two).toContain(';100;02/02;')
    const again = await asked({ formato: 'csv', arrEtiquetas: [{ qEtiquetas: 2, indexVol: 2 }] })
    expect(again.body.contents.split('\r\n')).toHaveLength(3)
    expect(again.body.contents).toContain('02/02')
  })

  it.each([
    [{ arrEtiquetas: [] }, 'arrEtiquetas', 'Selecione ao menos uma mercadoria para imprimir etiquetas.'],
    [{ arrEtiquetas: [{ qMultipla: 0 }] }, 'qMultipla', 'Peso zerado'],
    [{ arrEtiquetas: [{ qEtiquetas: 0 }] }, 'qEtiquetas', 'Quantidade inválida'],
    [{ arrEtiquetas: [{ qEtiquetas: 2, indexVol: 3 }] }, 'indexVol', 'Informe um volume de 1 a 2.'],
  ])('422 %j', async (body, field, message) => {
    expect(await asked(body)).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } })
  })

  it('400 a code that cannot be written, by the product it is of', async () => {
    const odd = await server.insert('mercadoria', { xProd: 'Peça torta', codigo: 'PEÇA' })
    const { status, body } = await asked({ arrEtiquetas: [{ mercadoria_id: odd.id }] })
    expect([status, body.code]).toEqual([400, 'invalid_label'])
    expect(body.message).toContain('Peça torta')
  })

  it('404 a place of another company', async () => {
    const company = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra' })
    const place = await server.insert('armazenamento', { empresa_id: company.id, codigo: 'Z', xArmazenamento: 'Longe' })
    expect((await asked({ arrEtiquetas: [{ armazenamento_id: place.id }] })).status).toBe(404)
  })
})

describe('a template of a company', () => {
  const text = { tipo: 'texto', valor: '{xProd}', x: 2, y: 2, largura: 46, altura: 4 }
  const body = (values: object = {}) => ({
    empresa_id: server.empresa_id,
    descricao: `Minha ${Math.random()}`,
    midia: 'rolo',
    largura: 50,
    altura: 30,
    impressora: 'Argox do balcão',
    ...values,
  })
  const make = (values: object = {}) => server.admin('POST', '/api/estoque/etiqueta_modelo', body(values))

  it('is what labels are printed by, where none is named too, and names the printer', async () => {
    const lote = { tipo: 'gs1', valor: '(01){cEAN}', x: 1, y: 10, largura: 48, altura: 15 }
    const made = await make({ etiqueta_elementos: [text, lote] })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    for (const template of [String(made.body.id), undefined]) {
      const { body: file } = await server.admin('POST', `/api/mercadoria/${screw}/getPrintFileAvulsa`, {
        template,
        arrEtiquetas: [{}],
      })
      expect(file.printer).toBe('Argox do balcão')
      expect(readZpl(file.contents)[0]?.fields.map(({ kind }) => kind)).toEqual(['text', 'code128', 'text'])
      expect(readZpl(file.contents)[0]?.fields[1]?.text).toBe('<F1>01' + EAN.padStart(14, '0'))
    }
    const pdf = await get(
      `/api/estoque/mercadoria_etiqueta_avulsa?id_list=${screw}&template=${made.body.id}&formato=pdf`,
    )
    expect(readPdf(pdf.bytes).texts).toContain('(01) 07891000315507')
    await server.admin('DELETE', `/api/estoque/etiqueta_modelo/${made.body.id}`)
  })

  it('422 elements over the edge, fields that there are not and sheets wider than their paper, by name', async () => {
    const faults = async (values: object) => (await make(values)).body.errors
    expect(await faults({ etiqueta_elementos: [text, { ...text, largura: 49 }] })).toEqual({
      'etiqueta_elementos.1.largura': ['Passa da borda direita da etiqueta.'],
    })
    expect(await faults({ etiqueta_elementos: [{ ...text, valor: '{custo}' }] })).toEqual({
      'etiqueta_elementos.0.valor': ['Não há o campo {custo}.'],
    })
    expect(await faults({ midia: 'folha', colunas: 5 })).toEqual({
      colunas: ['As etiquetas passam da borda direita do papel.'],
    })
    expect(await faults({ etiqueta_elementos: Array.from({ length: 61 }, () => text) })).toMatchObject({
      etiqueta_elementos: ['Use no máximo 60 elementos.'],
    })
  })

  it('of BarTender hands on the fields alone, unless another file is asked for', async () => {
    const { body: made } = await make({ bartender: 'produto.btw', etiqueta_elementos: [text] })
    const asked = { template: String(made.id), arrEtiquetas: [{}] }
    const file = (more: object = {}) =>
      server.admin('POST', `/api/mercadoria/${screw}/getPrintFileAvulsa`, { ...asked, ...more })
    const { body: told } = await file()
    expect(told).toMatchObject({ filename: 'etiquetas.csv', bartender_filename: 'produto.btw', encoding: 'utf-8' })
    expect(told.contents.split('\r\n')[1]).toContain(`P-1;Parafuso ^sextavado~ aço`)
    expect((await file({ formato: 'zpl' })).body.filename).toBe('etiquetas.zpl')
    const onPaper = await server.admin('PUT', `/api/estoque/etiqueta_modelo/${made.id}`, { midia: 'folha' })
    expect(onPaper.status, JSON.stringify(onPaper.body)).toBe(200)
    expect((await file()).body.filename).toBe('etiquetas.pdf')
    await server.admin('DELETE', `/api/estoque/etiqueta_modelo/${made.id}`)
  })

  it('422 one element more than it may have, also where they come one by one', async () => {
    const full = await make({ etiqueta_elementos: Array.from({ length: 60 }, () => text) })
    expect(full.status).toBe(201)
    const one = { ...text, empresa_id: server.empresa_id, etiqueta_modelo_id: full.body.id }
    expect(await server.admin('POST', '/api/estoque/etiqueta_elemento', one)).toMatchObject({
      status: 422,
      body: { errors: { etiqueta_elementos: ['Use no máximo 60 elementos.'] } },
    })
    await server.admin('DELETE', `/api/estoque/etiqueta_modelo/${full.body.id}`)
  })

  it('400 more than can be drawn for one print, and how many can; the same as a printer’s copies are printed', async () => {
    const qr = { ...text, tipo: 'qr', valor: '{xProd}'.padEnd(300, '0123456789'), largura: 26, altura: 0 }
    const { body: made } = await make({ dpi: 600, largura: 100, altura: 100, etiqueta_elementos: [qr] })
    const print = (formato: string) =>
      server.admin('POST', `/api/mercadoria/${screw}/getPrintFileAvulsa`, {
        template: String(made.id),
        arrEtiquetas: [{ qEtiquetas: 2000 }],
        formato,
      })
    const { status, body: told } = await print('pdf')
    expect([status, told.code]).toEqual([400, 'too_large'])
    expect(told.message).toMatch(/imprima até \d{3,4} por vez\.$/)
    expect((await print('epl')).status).toBe(200)
    await server.admin('DELETE', `/api/estoque/etiqueta_modelo/${made.id}`)
  })

  it('422 made smaller than what stands on it; 404 another company’s', async () => {
    const { body: made } = await make({ etiqueta_elementos: [text] })
    const smaller = await server.admin('PUT', `/api/estoque/etiqueta_modelo/${made.id}`, { largura: 40 })
    expect(smaller.body.errors).toEqual({ largura: ["O elemento '{xProd}' não cabe mais nesta etiqueta."] })
    const alone = { empresa_id: server.empresa_id, etiqueta_modelo_id: made.id, ...text, x: 10 }
    expect((await server.admin('POST', '/api/estoque/etiqueta_elemento', alone)).status).toBe(422)
    const other = await server.insert('empresa', { CNPJ_CPF: '12345678000195', xNome: 'Longe' })
    const away = await server.insert('etiqueta_modelo', body({ empresa_id: other.id }))
    expect((await get(`/api/estoque/mercadoria_etiqueta_avulsa?id_list=${screw}&template=${away.id}`)).status).toBe(404)
    await server.admin('DELETE', `/api/estoque/etiqueta_modelo/${made.id}`)
  })
})

describe('bars by themselves', () => {
  it.each([
    [EAN, '7 891000 315507'],
    [EAN.slice(0, 12), '7 891000 315507'],
    ['96385074', '9638 5074'],
  ])('of %s are drawn as %s', async (code, readable) => {
    const { status, type, bytes } = await get(`/reporting/barcode13?code=${code}`)
    expect([status, type]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(bytes.toString()).toContain(`>${readable}</text>`)
  })

  it.each(['', '123', '7891000315508', '<svg onload=alert(1)>'])('422 %s', async (code) => {
    expect((await get(`/reporting/barcode13?code=${encodeURIComponent(code)}`)).status).toBe(422)
  })
})
