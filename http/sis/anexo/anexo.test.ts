import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
let cliente: number

beforeAll(async () => {
  server = await testServer()
  cliente = (await server.insert('cliente', { xNome: 'Com anexos' })).id
})
afterAll(() => server.close())

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))))
const PDF = bytes('%PDF-1.7\n…')
const OLE = bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0])
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const NOT_TAKEN = [415, 'Arquivo não suportado']

function form(name: string, content: Uint8Array<ArrayBuffer>, target: object = { anexable_id: cliente }): FormData {
  const data = new FormData()
  data.set('file', new File([content], name))
  for (const [key, value] of Object.entries({ anexable_type: 'cliente', ...target })) data.set(key, String(value))
  return data
}

const upload = (name: string, content: Uint8Array<ArrayBuffer>, caller = server.admin) =>
  caller('POST', '/api/sis/anexo', form(name, content))

describe('what is taken', () => {
  it.each([
    ['a.pdf', PDF],
    ['a.JPG', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['a.bmp', bytes('BM....')],
    ['a.doc', OLE],
    ['a.xls', OLE],
    ['a.docx', bytes(ZIP, '[Content_Types].xml', 'word/document.xml')],
    ['a.xlsx', bytes(ZIP, '[Content_Types].xml', 'xl/workbook.xml')],
    ['a.csv', bytes('nome;preço\r\n')],
    ['a.html', bytes('<script>alert(1)</script>')],
  ])('%s', async (name, content) => {
    expect((await upload(name, content)).status).toBe(201)
  })

  it.each([
    ['another extension', 'a.exe', bytes('MZ')],
    ['a program called pdf', 'a.pdf', bytes('MZ\0\0')],
    ['a page called jpg', 'a.jpg', bytes('<html>')],
    ['a spreadsheet called docx', 'a.docx', bytes(ZIP, '[Content_Types].xml', 'xl/workbook.xml')],
    ['bytes called csv', 'a.csv', bytes([1, 0, 2])],
    ['nothing', 'a.pdf', bytes('')],
    ['no extension', 'pdf', PDF],
  ])('415 %s', async (_, name, content) => {
    const { status, body } = await upload(name, content)
    expect([status, body.message]).toEqual(NOT_TAKEN)
  })

  it('413 over 10 MB, 422 no file, no such resource, no such record', async () => {
    expect((await upload('a.pdf', new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413)
    const send = async (data: FormData) => (await server.admin('POST', '/api/sis/anexo', data)).status
    expect(await send(new FormData())).toBe(422)
    expect(await send(form('a.pdf', PDF, { anexable_type: 'nada', anexable_id: 1 }))).toBe(422)
    expect(await send(form('a.pdf', PDF, { anexable_id: 0 }))).toBe(422)
    expect(await send(form('a.pdf', PDF, { anexable_id: 99_999 }))).toBe(404)
  })
})

describe('what is hostile', () => {
  it('a zip bomb called docx is kept as the bytes it is: nothing here unpacks it', async () => {
    // One entry that claims to be 4 GB of zeros.
    const claim = [0xff, 0xff, 0xff, 0xfe]
    const bomb = bytes(
      ZIP,
      [20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0],
      claim,
      '[Content_Types].xml word/document.xml',
    )
    const from = process.memoryUsage().rss
    const made = await upload('bomba.docx', bomb)
    expect([made.status, made.body.tamanho]).toEqual([201, bomb.length])
    expect(process.memoryUsage().rss - from).toBeLessThan(200 * 1024 * 1024)
  })

  it.each([
    ['\0', 'a.pdf\0.exe'],
    ['no name', '.pdf'],
    ['right to left', 'a\u202efdp.exe'],
    ['a name of 5,000 letters that is no kind', 'x'.repeat(5_000)],
  ])('never 5xx: %s in a name', async (_, name) => {
    const { status } = await upload(name, PDF)
    expect([201, 415, 422]).toContain(status)
  })

  it.each([
    ['JSON', 'application/json', '{"anexable_type":"cliente"}'],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filen',
    ],
    ['a form without a boundary', 'multipart/form-data', 'abc'],
    ['text for a file', 'application/x-www-form-urlencoded', 'file=abc&anexable_type=cliente&anexable_id=1'],
  ])('4xx %s where a form is due, and nothing is stored', async (_, type, body) => {
    const before = (await server.admin('GET', '/api/sis/anexo')).body.total
    for (const path of ['/api/sis/anexo', `/api/empresa/${server.empresa_id}/uploadLogo`]) {
      const headers = { Authorization: `Bearer ${await server.token()}`, 'Content-Type': type }
      const { status } = await server.app.request(path, { method: 'POST', headers, body })
      expect([400, 415, 422], `${path} ${status}`).toContain(status)
    }
    expect((await server.admin('GET', '/api/sis/anexo')).body.total).toBe(before)
  })
})

describe('an attachment', () => {
  it('comes back byte for byte, only ever as a download, under its own name', async () => {
    const content = bytes('<script>alert("olá")</script>\r\n')
    const { body } = await upload("../preços 'a'.html", content)
    expect(body).toMatchObject({ nome: "preços 'a'.html", extensao: 'html', tamanho: content.length })
    const link = await server.admin('POST', '/api/sessao/link', { path: `/api/sis/anexo/${body.id}/download` })
    const answer = await server.app.request(link.body.url)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(content)
    expect(answer.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="anexo-${body.id}.html"; filename*=UTF-8''pre%C3%A7os%20%27a%27.html`,
    )
  })

  it('follows the rights on its record: looking lists and gives, editing adds and removes', async () => {
    const { body } = await upload('contrato.pdf', PDF)
    const list = `/api/sis/anexo?anexable_type=cliente&anexable_id=${cliente}`
    const [stranger, viewer, editor] = [
      await server.user({}),
      await server.user({ permissions: ['show cliente'] }),
      await server.user({ permissions: ['edit cliente'] }),
    ]
    const statuses = async (caller: TestServer['admin']) => [
      (await caller('GET', list)).status,
      (await caller('GET', `/api/sis/anexo/${body.id}/download`)).status,
      (await upload('b.pdf', PDF, caller)).status,
      (await caller('DELETE', `/api/sis/anexo/${body.id}`)).status,
    ]
    expect(await statuses(stranger)).toEqual([403, 404, 403, 404])
    expect(await statuses(viewer)).toEqual([200, 200, 403, 403])
    expect((await viewer('GET', '/api/sis/anexo')).status).toBe(403)
    const shown = (await viewer('GET', `/api/cliente/${cliente}`)).body.anexables
    expect(shown).toContainEqual({ id: body.id, nome: 'contrato.pdf', extensao: 'pdf', tamanho: PDF.length })
    expect(await statuses(editor)).toEqual([200, 200, 201, 200])
    expect((await editor('GET', `/api/sis/anexo/${body.id}/download`)).status).toBe(404)
  })

  it('of a record that one may not see is not named either, whatever right one has on attachments', async () => {
    const supplier = await server.insert('fornecedor', { xNome: 'Sigiloso' })
    const { body } = await server.admin(
      'POST',
      '/api/sis/anexo',
      form('dossie.pdf', PDF, { anexable_type: 'fornecedor', anexable_id: supplier.id }),
    )
    const clerk = await server.user({ permissions: ['manage anexos', 'show cliente'] })
    const buyer = await server.user({ permissions: ['show anexos', 'show fornecedor'] })
    const names = async (caller: TestServer['admin']) =>
      (await caller('GET', '/api/sis/anexo?perPage=1000')).body.data.map(({ nome }: { nome: string }) => nome)
    expect(await names(clerk)).not.toContain('dossie.pdf')
    expect((await clerk('GET', `/api/sis/anexo/${body.id}`)).status).toBe(404)
    expect((await clerk('GET', '/api/sis/anexo?search=dossie')).body.total).toBe(0)
    expect((await clerk('GET', '/api/sis/anexo/export?format=csv')).body).not.toContain('dossie')
    expect(await names(buyer)).toContain('dossie.pdf')
    const login = await server.insert('user', {
      name: 'De fora',
      email: 'fora@alheia.example',
      empresa_id: (await server.insert('empresa', { CNPJ_CPF: testCnpj(91), xNome: 'Alheia' })).id,
    })
    await server.admin('POST', '/api/sis/anexo', form('rg.pdf', PDF, { anexable_type: 'user', anexable_id: login.id }))
    const staff = await server.user({ permissions: ['show anexos', 'show usuario'] })
    expect(await names(staff)).not.toContain('rg.pdf')
    expect(await names(server.admin)).toContain('rg.pdf')
  })

  it('goes with its customer, when the customer goes', async () => {
    const gone = await server.insert('cliente', { xNome: 'Vai embora' })
    const { body } = await server.admin('POST', '/api/sis/anexo', form('a.pdf', PDF, { anexable_id: gone.id }))
    expect((await server.admin('DELETE', `/api/cliente/${gone.id}`)).status).toBe(200)
    expect((await server.admin('GET', `/api/sis/anexo/${body.id}`)).status).toBe(404)
  })

  it('404 to users of other companies', async () => {
    const other = await server.insert('empresa', { CNPJ_CPF: '11222333000181', xNome: 'Outra' })
    const local = await server.insert('armazem', { empresa_id: server.empresa_id, xNome: 'Central' })
    const data = form('a.pdf', PDF, { anexable_type: 'armazem', anexable_id: local.id })
    const { body } = await server.admin('POST', '/api/sis/anexo', data)
    const theirs = await server.user({ roles: ['admin'], empresas: [other.id] })
    expect((await theirs('GET', `/api/sis/anexo/${body.id}/download`)).status).toBe(404)
    expect((await theirs('DELETE', `/api/sis/anexo/${body.id}`)).status).toBe(404)
    expect((await theirs('GET', '/api/sis/anexo')).body.data.map((one: { id: number }) => one.id)).not.toContain(
      body.id,
    )
  })
})

describe('a name and a description', () => {
  const PATH = '/api/sis/anexo'
  const renamed = (id: number, body: object, caller = server.admin) => caller('PUT', `${PATH}/${id}`, body)

  it('are given anew, within the right to change the record, and written in the history', async () => {
    const { body } = await upload('contrato.pdf', PDF)
    expect(body.hash).toBe(new Bun.CryptoHasher('sha256').update(PDF).digest('hex'))
    const more = { descricao: 'Assinado', tamanho: 1, hash: 'x', anexable_id: 1, extensao: 'exe' }
    expect(await renamed(body.id, { nome: 'contrato 2026.PDF', ...more })).toMatchObject({
      status: 200,
      body: { nome: 'contrato 2026.PDF', descricao: 'Assinado', tamanho: PDF.length, hash: body.hash, extensao: 'pdf' },
    })
    const [stranger, viewer, editor] = [
      await server.user({}),
      await server.user({ permissions: ['show cliente'] }),
      await server.user({ permissions: ['edit cliente'] }),
    ]
    expect((await renamed(body.id, { nome: 'a.pdf' }, stranger)).status).toBe(404)
    expect((await renamed(body.id, { nome: 'a.pdf' }, viewer)).status).toBe(403)
    expect(await renamed(body.id, { descricao: null }, editor)).toMatchObject({
      status: 200,
      body: { descricao: null },
    })
    const { data } = (await server.admin('GET', `${PATH}/${body.id}/auditoria`)).body
    expect(data[0].campos).toMatchObject([{ campo: 'descricao', de: 'Assinado', para: null }])
  })

  it('422 for another kind or none, 409 for what somebody else changed, 404 for what is gone', async () => {
    const { id, versao } = (await upload('contrato.pdf', PDF)).body
    for (const nome of ['', 'contrato', 'contrato.html', 'a.pdf\0.exe', 'x'.repeat(201)])
      expect((await renamed(id, { nome })).status, nome).toBe(422)
    expect(await renamed(id, { nome: '../a/b.pdf', versao })).toMatchObject({ status: 200, body: { nome: 'b.pdf' } })
    expect((await renamed(id, { nome: 'c.pdf', versao })).status).toBe(409)
    expect((await renamed(9_999_999, { nome: 'c.pdf' })).status).toBe(404)
  })
})

describe('what is looked at', () => {
  it('a picture and a PDF as what they are, in a frame; anything else is only given', async () => {
    const seen = async (name: string, content: Uint8Array<ArrayBuffer>) => {
      const { body } = await upload(name, content)
      const headers = { Authorization: `Bearer ${await server.token()}` }
      const { status, headers: told } = await server.app.request(`/api/sis/anexo/${body.id}/ver`, { headers })
      return [status, status === 200 ? told.get('Content-Type') : null, told.get('Content-Security-Policy') ?? '']
    }
    const [pdf, picture, page] = [
      await seen('a.pdf', PDF),
      await seen('a.jpg', bytes([0xff, 0xd8, 0xff, 0xe0])),
      await seen('a.html', bytes('<script>alert(1)</script>')),
    ]
    expect(pdf.slice(0, 2)).toEqual([200, 'application/pdf'])
    expect(picture.slice(0, 2)).toEqual([200, 'image/jpeg'])
    expect(picture[2]).toContain('sandbox')
    for (const [, , policy] of [pdf, picture]) expect(policy).toContain("default-src 'none'")
    expect(page[0]).toBe(415)
  })

  it('404 for a record that one may not see', async () => {
    const { body } = await upload('a.pdf', PDF)
    const stranger = await server.user({ permissions: ['show anexos'] })
    expect((await stranger('GET', `/api/sis/anexo/${body.id}/ver`)).status).toBe(404)
  })
})

describe('how much there is room for', () => {
  const setting = async (value: string | null) => {
    const found = await server.admin('GET', '/api/sis/configuracao?where={"name":"ANEXOS_COTA_MB"}')
    expect((await server.admin('PUT', `/api/sis/configuracao/${found.body.data[0].id}`, { value })).status).toBe(200)
  }

  it('422 over the company’s room, which is told, and nothing is kept; others have room of their own', async () => {
    const local = await server.insert('armazem', { empresa_id: server.empresa_id, xNome: 'Cheio' })
    const send = (name: string, content: Uint8Array<ArrayBuffer>) =>
      server.admin('POST', '/api/sis/anexo', form(name, content, { anexable_type: 'armazem', anexable_id: local.id }))
    const used = async () => {
      const { limite, data } = (await server.admin('GET', '/api/sis/anexo/uso')).body
      const own = data.find((one: { empresa_id: number }) => one.empresa_id === server.empresa_id)
      return [limite, own?.bytes ?? 0]
    }
    const [limit, before] = await used()
    expect(limit).toBeNull()
    await setting('0.001')
    expect((await send('a.csv', bytes('a;b'))).status).toBe(201)
    const refused = await send('b.csv', bytes('x'.repeat(2_000)))
    expect([refused.status, refused.body.errors.file[0]]).toEqual([422, expect.stringContaining('Não há espaço')])
    expect(await used()).toEqual([1_049, before + 3])
    await setting(null)
    expect((await send('b.csv', bytes('x'.repeat(2_000)))).status).toBe(201)
    const clerk = await server.user({ permissions: ['show anexos'] })
    expect((await clerk('GET', '/api/sis/anexo/uso')).body.data).toEqual([])
    expect((await (await server.user({}))('GET', '/api/sis/anexo/uso')).status).toBe(403)
  })
})
