import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const form = (bytes: Uint8Array<ArrayBuffer>): FormData => {
  const data = new FormData()
  data.set('file', new File([bytes], 'logo.png'))
  return data
}

describe('a logo', () => {
  it.each(['empresa', 'vendedor', 'colaborador'])(
    'of %s is taken, shown at the address in its record, replaced',
    async (name) => {
      const { id } = name === 'empresa' ? { id: server.empresa_id } : await server.insert(name, { xNome: 'Com logo' })
      const upload = await server.admin('POST', `/api/${name}/${id}/uploadLogo`, form(PNG))
      expect([upload.status, upload.body.message]).toEqual([200, 'O logotipo foi alterado.'])
      const address = (await server.admin('GET', `/api/${name}/${id}`)).body.logo
      const shown = await server.app.request(`${address}&token=${await server.token()}`)
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
