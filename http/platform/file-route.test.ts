import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** Files that are sent: the same of every address that takes them. Who may, what is asked of a call, what it may weigh, and that a file stands alone. */

/** Of each: a right that does not do, what no form is answered with, and the largest file in megabytes. */
const ROUTES = [
  ['financeiro/boletos_dda', 'show boletos_dda', 422, 20],
  ['financeiro/retorno', 'show remessa_retorno', 422, 40],
  ['financeiro/retorno/1/uploadRetorno', 'show remessa_retorno', 400, 40],
  ['financeiro/remessa_pagamento', 'show remessa_retorno', 422, 20],
  ['financeiro/conciliacao/upload', 'show conciliacao', 400, 5],
  ['financeiro/extrato_banco/upload_ofx', 'show extrato_banco', 400, 8],
  ['financeiro/conciliacao_bancaria/upload', 'show extrato_banco', 400, 8],
  ['expedicao/edi', 'show edi', 422, 20],
  ['compras/nfe_compra/uploadXML', 'store nfe_compra', 400, 2],
] as const

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

function formOf(files: readonly (string | Uint8Array<ArrayBuffer>)[], more: Readonly<Record<string, string>> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  for (const [at, one] of files.entries()) form.append('file', new File([one], `${at}.txt`))
  return form
}

describe.each(ROUTES)('POST /api/%s', (path, weak, plain, megabytes) => {
  const url = `/api/${path}`
  const send = (...given: Parameters<typeof formOf>) => server.admin('POST', url, formOf(...given))

  it('403 without the right, and by a cookie without the header', async () => {
    const reader = await server.user({ permissions: [weak] })
    expect(await reader('POST', url, formOf(['x']))).toMatchObject({ status: 403 })
    const headers = { Cookie: `prumo_session=${await server.token()}` }
    const forged = await server.app.request(url, { method: 'POST', headers, body: formOf(['x']) })
    expect([forged.status, await forged.text()]).toEqual([403, expect.stringContaining('X-Requested-With')])
  })

  it('400 without files, with too many, and where the address asks for a trial; what is no form of files is none', async () => {
    expect(await send([])).toMatchObject({ status: 400, body: { message: expect.stringContaining('ao menos um') } })
    const many = await send(Array.from({ length: 201 }, () => 'x'))
    expect(many).toMatchObject({ status: 400, body: { message: expect.stringContaining('no máximo') } })
    const tried = await server.admin('POST', `${url}?simula=1`, formOf(['x']))
    expect(tried).toMatchObject({ status: 400, body: { code: 'no_trial' } })
    expect((await server.admin('POST', url, {})).status).toBe(plain)
  })

  it('tells what a file is refused for, alone or beside its name, and 413 of one that is too large', async () => {
    const alone = await send(['nada'])
    expect(alone).toMatchObject({ status: 400, body: { code: expect.any(String), message: expect.any(String) } })
    const { code, message } = alone.body
    const large = new Uint8Array(megabytes * 1024 * 1024 + 1)
    const both = await send(['nada', large])
    expect(both.body).toEqual({
      data: [
        { file: '0.txt', code, message },
        { file: '1.txt', code: 'too_large', message: `O arquivo é maior que ${megabytes} MB.` },
      ],
    })
    expect((await send([large])).status).toBe(413)
  })
})
