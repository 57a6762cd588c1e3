import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
/** The smallest PNG, of so many pixels by its head. */
const png = (width: number) =>
  bytes(
    `89504e470d0a1a0a 0000000d49484452 ${width.toString(16).padStart(8, '0')} 00000001 08060000001f15c489
     0000000d49444154789c626001000000ffff03000006000557bfabd4 0000000049454e44ae426082`.replaceAll('\n', ''),
  )
const PNG = png(1)
const JPEG = (width: string) =>
  bytes(`ffd8 ffe00010 4a46494600010100000100010000 ffc0000b 08 0001 ${width} 01 011100 ffd9`)
const GIF = (width: string) => bytes(`474946383961 ${width} 0100 80 00 00 000000 ffffff 3b`)
const form = (bytes: Uint8Array<ArrayBuffer>): FormData => {
  const data = new FormData()
  data.set('file', new File([bytes], 'logo.png'))
  return data
}

describe('what a picture is, its content says', () => {
  const send = (content: Uint8Array<ArrayBuffer>) =>
    server.admin('POST', `/api/empresa/${server.empresa_id}/uploadLogo`, form(content))

  it.each([
    ['png', PNG],
    ['jpeg', JPEG('0010')],
    ['gif', GIF('1000')],
  ])('%s is taken under any name', async (_, content) => {
    expect((await send(content)).status).toBe(200)
  })

  it.each([
    ['nothing', bytes('')],
    ['a signature with nothing behind it', bytes('89504e470d0a1a0a')],
    ['a signature and a page', new Uint8Array([...PNG.subarray(0, 8), ...Buffer.from('<script>'.repeat(20))])],
    ['half a picture', PNG.subarray(0, 40)],
    ['a program', new Uint8Array(Buffer.from('MZ'.padEnd(200, '\0')))],
    ['a zip', new Uint8Array(Buffer.from('PK\x03\x04'.padEnd(200, '\0'), 'latin1'))],
    ['a JPEG without a frame', bytes('ffd8ffe000104a46494600010100000100010000ffd9')],
    ['a JPEG that goes round in circles', bytes(`ffd8${'ffe00000'.repeat(100)}`)],
    ['a picture of no size', png(0)],
  ])('415 %s', async (_, content) => {
    const { status, body } = await send(new Uint8Array(content))
    expect([status, body.message]).toEqual([415, 'Arquivo não suportado'])
  })

  it.each([
    ['png', png(100_000)],
    ['jpeg', JPEG('ffff')],
    ['gif', GIF('ffff')],
  ])('413 a %s that would unpack to a wall of pixels', async (_, content) => {
    expect((await send(content)).status).toBe(413)
  })
})

describe('a logo', () => {
  it.each(['empresa', 'vendedor', 'colaborador'])(
    'of %s is taken, shown at the address in its record, replaced',
    async (name) => {
      const { id } = name === 'empresa' ? { id: server.empresa_id } : await server.insert(name, { xNome: 'Com logo' })
      const upload = await server.admin('POST', `/api/${name}/${id}/uploadLogo`, form(PNG))
      expect([upload.status, upload.body.message]).toEqual([200, 'O logotipo foi alterado.'])
      const address = (await server.admin('GET', `/api/${name}/${id}`)).body.logo
      const { url } = (await server.admin('POST', '/api/sessao/link', { path: address })).body
      const shown = await server.app.request(url)
      expect(shown.headers.get('Content-Type')).toBe('image/png')
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG)
      await server.admin('POST', `/api/cadastros/${name}/${id}/uploadLogo`, form(PNG))
      expect((await server.admin('GET', `/api/${name}/${id}`)).body.logo).not.toBe(address)
    },
  )

  it('415 what is no picture (a drawing with scripts), 413 over 1 MB, 422 none, 404 no record, 403 without the right', async () => {
    const send = async (path: string, data: FormData, caller = server.admin) =>
      (await caller('POST', `/api/${path}/uploadLogo`, data)).status
    const own = `empresa/${server.empresa_id}`
    expect(await send(own, form(new TextEncoder().encode('<svg onload="x"/>')))).toBe(415)
    expect(await send(own, form(new Uint8Array(1024 * 1024 + 1)))).toBe(413)
    expect(await send(own, new FormData())).toBe(422)
    expect(await send('vendedor/99999', form(PNG))).toBe(404)
    expect(await send(own, form(PNG), await server.user({ permissions: ['show empresa'] }))).toBe(403)
    expect((await server.admin('GET', '/api/vendedor/99999/logo')).status).toBe(404)
  })
})
