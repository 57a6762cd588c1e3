import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../fixtures/test-server'

/** Bodies are refused by their size before they are read whole, and by their shape before anything is made of them. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const KB = 1024

/** A body that comes in pieces and tells how much of it was taken. */
function counted(bytes: number) {
  const taken = { bytes: 0 }
  const piece = new Uint8Array(8 * KB).fill(0x20)
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (control) => {
        if (taken.bytes >= bytes) return control.close()
        taken.bytes += piece.byteLength
        control.enqueue(piece)
      },
    },
    { highWaterMark: 0 },
  )
  return { taken, stream }
}

async function send(path: string, body: BodyInit, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest', ...more }
  const answer = await server.app.request(path, { method: 'POST', body, headers })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const bearer = async () => ({ Authorization: `Bearer ${await server.token()}` })

describe('413', () => {
  it.each(['/api/authenticate', '/api/signup', '/api/password_reset'])(
    '%s of strangers above 16 kB, of which no more is taken',
    async (path) => {
      const { taken, stream } = counted(31 * KB * KB)
      expect(await send(path, stream)).toMatchObject({ status: 413, body: { code: 'too_large' } })
      expect(taken.bytes).toBeLessThanOrEqual(32 * KB)
    },
  )

  it('by its told length, without taking anything', async () => {
    const { taken, stream } = counted(31 * KB * KB)
    const refused = await send('/api/authenticate', stream, { 'Content-Length': String(31 * KB * KB) })
    expect(refused).toMatchObject({ status: 413, body: { message: 'O conteúdo enviado é maior que 16 kB.' } })
    expect(taken.bytes).toBeLessThanOrEqual(8 * KB)
  })

  it('JSON of somebody signed in above 2 MB', async () => {
    const { taken, stream } = counted(31 * KB * KB)
    const refused = await send('/api/fabricante', stream, await bearer())
    expect(refused).toMatchObject({ status: 413, body: { message: 'O conteúdo enviado é maior que 2 MB.' } })
    expect(taken.bytes).toBeLessThanOrEqual(2 * KB * KB + 16 * KB)
  })

  it('an upload above what its files may have', async () => {
    const { taken, stream } = counted(31 * KB * KB)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', ...(await bearer()) }
    expect((await send(`/api/empresa/${server.empresa_id}/uploadLogo`, stream, headers)).status).toBe(413)
    expect(taken.bytes).toBeLessThanOrEqual(1.2 * KB * KB)
  })
})

describe('400 before it is parsed', () => {
  it('nested deeper than any call', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(await send('/api/authenticate', deep)).toMatchObject({ status: 400, body: { code: 'too_complex' } })
  })

  it('more elements than any call', async () => {
    const many = `{"list":[${'0,'.repeat(300_000)}0]}`
    expect(await send('/api/fabricante', many, await bearer())).toMatchObject({
      status: 400,
      body: { code: 'too_complex' },
    })
  })

  it('signs inside texts do not count', async () => {
    const text = '[{,"'.repeat(1_000)
    const taken = await send('/api/fabricante', JSON.stringify({ descricao: 'x', site: text }), await bearer())
    expect(taken.status).toBe(422)
  })
})
