import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(Bun.hash.crc32(body))
  return Buffer.concat([head, body, tail])
}
/** A PNG of one colour; `claimed` is what its head says where that is not what it holds. */
const png = (width: number, height: number, claimed = { width, height }): Uint8Array<ArrayBuffer> => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claimed.width, 0)
  head.writeUInt32BE(claimed.height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width * 3, 120)
  row[0] = 0
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
}
const PNG = png(600, 300)

const form = (bytes: Uint8Array<ArrayBuffer>, more: { name?: string; principal?: string } = {}): FormData => {
  const data = new FormData()
  data.set('file', new File([bytes], more.name ?? 'frente.png'))
  if (more.principal !== undefined) data.set('principal', more.principal)
  return data
}
const product = async () => (await server.insert('mercadoria', { xProd: 'Cadeira' })).id
const send = (id: number, data: FormData, caller = server.admin) =>
  caller('POST', `/api/mercadoria/${id}/uploadImagem`, data)
const IMAGE = '/api/estoque/mercadoria/imagem'
const of = async (id: number) => {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id: id }))
  const { body } = await server.admin('GET', `${IMAGE}?where=${where}&orderBy=id&sortedBy=asc`)
  return body.data.map(({ filename, principal }: { filename: string; principal: boolean }) => [filename, principal])
}
const picture = async (path: string) => {
  const { url } = (await server.admin('POST', '/api/sessao/link', { path })).body
  const answer = await server.app.request(url)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { type: answer.headers.get('Content-Type'), ...(await new Bun.Image(bytes).metadata()) }
}

describe('pictures of a product', () => {
  it('the first is principal; another becomes it; where it goes, the eldest of the others takes its place', async () => {
    const id = await product()
    const one = await send(id, form(PNG, { name: '/tmp/a\\frente.png' }))
    expect([one.status, one.body.principal, one.body.filename]).toEqual([201, true, 'frente.png'])
    const two = await send(id, form(PNG, { name: 'lado.png' }))
    const three = await send(id, form(PNG, { name: 'verso.png', principal: '1' }))
    expect(await of(id)).toEqual([
      ['frente.png', false],
      ['lado.png', false],
      ['verso.png', true],
    ])
    expect((await server.admin('PUT', `${IMAGE}/${two.body.id}`, { principal: true })).body.principal).toBe(true)
    expect((await server.admin('PUT', `${IMAGE}/${two.body.id}`, { principal: false })).status).toBe(400)
    expect((await server.admin('DELETE', `${IMAGE}/${two.body.id}`)).body.message).toBe(
      'Registro excluido com sucesso.',
    )
    expect(await of(id)).toEqual([
      ['frente.png', true],
      ['verso.png', false],
    ])
    expect((await server.admin('GET', `${IMAGE}/${two.body.id}/arquivo`)).status).toBe(404)
    const { body } = await server.admin('GET', `/api/mercadoria/${id}/auditoria`)
    const told = body.data.flatMap(({ campos }: { campos: { campo: string; de: unknown; para: unknown }[] }) =>
      campos.flatMap(({ campo, de, para }) => (campo === 'imagem' ? [[de, para]] : [])),
    )
    expect(told.toReversed()).toEqual([
      [null, 'frente.png'],
      [null, 'lado.png'],
      [null, 'verso.png'],
      [null, 'lado.png (principal)'],
      ['lado.png', null],
    ])
    await server.admin('DELETE', `/api/mercadoria/${id}`)
    expect((await server.admin('GET', `${IMAGE}/${three.body.id}`)).status).toBe(404)
  })

  it('are drawn anew, whole and small, and the list shows the principal one', async () => {
    const id = await product()
    const { body } = await send(id, form(png(3_000, 1_500)))
    expect([body.largura, body.altura]).toEqual([2_048, 1_024])
    expect(await picture(`${IMAGE}/${body.id}/arquivo`)).toEqual({
      type: 'image/webp',
      format: 'webp',
      width: 2_048,
      height: 1_024,
    })
    const shown = (await server.admin('GET', `/api/mercadoria/${id}`)).body.imagem
    expect(shown).toBe(`${IMAGE}/${body.id}/miniatura`)
    expect(await picture(shown)).toMatchObject({ width: 320, height: 160 })
  })

  it('two first ones at once do not both become principal', async () => {
    const id = await product()
    await Promise.all([send(id, form(PNG)), send(id, form(PNG)), send(id, form(PNG))])
    const principal = (await of(id)).filter(([, is]: [string, boolean]) => is)
    expect(principal).toHaveLength(1)
  })

  it('400 above twenty', async () => {
    const id = await product()
    for (let n = 0; n < 20; n++) expect((await send(id, form(png(2, 2)))).status).toBe(201)
    const { status, body } = await send(id, form(PNG))
    expect([status, body.message]).toEqual([400, 'Uma mercadoria tem no máximo 20 imagens.'])
  })
})

describe('what is no picture is refused in the words of the specification', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  it.each([
    ['nothing', bytes(''), 415, 'Apenas arquivos de imagem são permitidos'],
    ['a page', bytes('<svg onload="alert(1)"/>'), 415, 'Apenas arquivos de imagem são permitidos'],
    ['a GIF', bytes('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'), 415, ''],
    ['half a picture', PNG.slice(0, 60), 415, 'Não foi possível ler a imagem: o arquivo está danificado.'],
    [
      'a wall of pixels',
      png(1, 1, { width: 30_000, height: 30_000 }),
      413,
      'A imagem passa de 30 milhões de pixels. Envie uma menor.',
    ],
    ['too many bytes', new Uint8Array(5_242_881), 413, 'Arquivo muito grande. Tamanho máximo: 5MB'],
    ['far too many', new Uint8Array(7_000_000), 413, 'Arquivo muito grande. Tamanho máximo: 5MB'],
  ])('%s', async (_, content, status, message) => {
    const answer = await send(await product(), form(content))
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain(message)
  })

  it('422 no file, 404 no product, 403 without the right, and nothing is left', async () => {
    const id = await product()
    const reader = await server.user({ permissions: ['show mercadoria'] })
    expect((await send(id, new FormData())).status).toBe(422)
    expect((await send(99_999_999, form(PNG))).status).toBe(404)
    expect((await send(id, form(PNG), reader)).status).toBe(403)
    const { body } = await send(id, form(PNG))
    expect((await reader('GET', `${IMAGE}/${body.id}`)).status).toBe(200)
    expect((await reader('DELETE', `${IMAGE}/${body.id}`)).status).toBe(403)
    expect((await reader('PUT', `${IMAGE}/${body.id}`, { principal: true })).status).toBe(403)
    const stranger = await server.user({ permissions: ['show cliente'] })
    expect((await stranger('GET', `${IMAGE}/${body.id}/miniatura`)).status).toBe(403)
    expect(await of(id)).toHaveLength(1)
  })
})
