import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Samples, sampleValue } from '../../../fixtures/samples'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { resourceNamed, type Row } from '../../platform/resource'
import type { ImportKind } from './kind'
import { importKinds } from './kinds'

/** A list that goes out as a file comes in again as what it is: nothing new, nothing changed, nothing wrong. */

let server: TestServer
let samples: Samples
beforeAll(async () => {
  server = await testServer()
  samples = new Samples(server)
})
afterAll(() => server.close())

/** Texts that files and spreadsheets are known to spoil. */
const DIFFICULT = [
  '=1+1',
  "'5",
  '"aspas"; e ponto',
  '-10',
  '0041',
  'São João\u00A0',
  '1e5',
  '+55',
  'Total',
  '1.234',
  'Sim',
  '5%',
]

/** A record with everything that an import of its kind knows, as a person would save it. */
async function complete({ resource, columns }: ImportKind): Promise<void> {
  const values: Row = await samples.body(resource)
  for (const { field } of columns) {
    const known = resource.fields[field]
    if (!known || known.meta.computed) continue
    const { ref, kind } = known.meta
    values[field] = ref === undefined ? sampleValue(known) : (await samples.record(resourceNamed(ref))).id
    if (kind === 'decimal') values[field] = '12.5'
  }
  // The samples are of Paraná, whose registrations prove themselves.
  if (resource.fields.IE) values.IE = '9011111111'
  // The first regime is Simples Nacional, whose notes bear a CSOSN.
  if (resource.fields.taxCode) values.taxCode = '102'
  const { status, body } = await server.admin('POST', `/api/${resource.paths[0]}`, values)
  expect(status, JSON.stringify(body)).toBe(201)
}

async function again(kind: ImportKind, format: string): Promise<Row> {
  const answer = await server.app.request(`/api/${kind.resource.paths[0]}/export?format=${format}`, {
    headers: { Authorization: `Bearer ${await server.token()}` },
  })
  expect(answer.status).toBe(200)
  const form = new FormData()
  form.append('tipo', kind.name)
  form.append('file', new File([await answer.arrayBuffer()], `lista.${format}`))
  const read = await server.admin('POST', '/api/cadastros/importacao/upload', form)
  expect(read.status, JSON.stringify(read.body)).toBe(201)
  const { novos, alterados, iguais, errados, repetidos, total, id } = read.body
  const wrong = await server.admin(
    'GET',
    `/api/cadastros/importacao/${id}/linhas?situacoes=novo,alterado,erro,repetido`,
  )
  expect({ novos, alterados, errados, repetidos }, JSON.stringify(wrong.body.data)).toEqual({
    novos: 0,
    alterados: 0,
    errados: 0,
    repetidos: 0,
  })
  expect(iguais).toBe(total)
  return read.body
}

describe.each(importKinds().map((kind) => [kind.name, kind] as const))('the list of %s', (_, kind) => {
  beforeAll(async () => {
    await complete(kind)
    await samples.record(kind.resource)
  })

  it.each(['csv', 'xlsx'])('as %s comes in as it went out', async (format) => {
    const { total } = await again(kind, format)
    expect(total).toBeGreaterThan(1)
  })
})

describe.each([
  ['GTIN-8 that begins with zeros taken for lost', '11110088'],
  ['GTIN-8', '96385074'],
  ['UPC-A, which has twelve digits', '036000291452'],
  ['UPC-E, which is stored as its UPC-A', '11115926'],
])('a %s', (_, cEAN) => {
  const kind = importKinds().find(({ name }) => name === 'produtos')
  if (!kind) throw new Error('Products are imported.')
  beforeAll(async () => {
    const values = { ...(await samples.body(kind.resource)), cEAN }
    expect((await server.admin('POST', '/api/mercadoria', values)).status).toBe(201)
  })

  it.each(['csv', 'xlsx'])('comes in as it went out, as %s: its zeros are neither lost nor made', async (format) => {
    const { total } = await again(kind, format)
    expect(total).toBeGreaterThan(1)
  })
})

describe('texts that files spoil', () => {
  it.each(['csv', 'xlsx'])('come in as they went out, as %s', async (format) => {
    const kind = importKinds().find(({ name }) => name === 'clientes')
    if (!kind) throw new Error('Customers are imported.')
    for (const xNome of DIFFICULT) await server.admin('POST', '/api/cliente', { xNome, obs: `${xNome}\n${xNome}` })
    await again(kind, format)
  })
})

describe('the fields of a company', () => {
  const kind = importKinds().find(({ name }) => name === 'clientes')
  if (!kind) throw new Error('Customers are imported.')
  const OPTIONS = [
    { value: 'a', label: 'Azul, claro' },
    { value: 'v', label: 'Verde' },
  ]
  beforeAll(async () => {
    const fields = {
      apelido: {},
      historia: { type: 'textarea' },
      altura: { type: 'number', ui: { decimals: 3 } },
      diaria: { type: 'money' },
      exame: { type: 'date' },
      visto: { type: 'datetime' },
      socio: { type: 'boolean' },
      cor: { type: 'select', options: OPTIONS },
      cursos: { type: 'tags', options: OPTIONS },
      padrinho: { type: 'autocomplete', ui: { autocomplete: 'fornecedor' } },
    }
    for (const [key, more] of Object.entries(fields)) {
      const made = await server.admin('POST', '/api/sis/custom_field', {
        alias: 'cliente',
        key,
        type: 'text',
        label: `Próprio ${key}`,
        ...more,
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    const { id: padrinho } = await server.insert('fornecedor', { xNome: 'Padrinho da Silva' })
    const extra = {
      apelido: '=1+1',
      historia: 'Uma\nlonga; "história"',
      altura: 1.755,
      diaria: 1200.5,
      exame: '2026-02-28',
    }
    const rest = { visto: '2026-11-28 10:30:00', socio: false, cor: 'a', cursos: ['a', 'v'], padrinho }
    for (const own of [{ ...extra, ...rest }, { cursos: ['a'] }])
      expect((await server.admin('POST', '/api/cliente', { xNome: 'Com campos próprios', extra: own })).status).toBe(
        201,
      )
  })

  it.each(['csv', 'xlsx'])('come in as they went out, as %s', async (format) => {
    const { colunas } = await again(kind, format)
    for (const key of [
      'apelido',
      'historia',
      'altura',
      'diaria',
      'exame',
      'visto',
      'socio',
      'cor',
      'cursos',
      'padrinho',
    ])
      expect(JSON.stringify(colunas)).toContain(`"campo":"extra.${key}"`)
  })

  it('are taken by label or key and judged as on the form, with line and column', async () => {
    const form = new FormData()
    form.append('tipo', kind.name)
    const text = 'Nome;Próprio altura;cursos;PRÓPRIO COR\nBoa;1,5;Verde;verde\nMá;alta;Roxo;Anil\n'
    form.append('file', new File([text], 'lista.csv'))
    const { body } = await server.admin('POST', '/api/cadastros/importacao/upload', form)
    expect(body).toMatchObject({ novos: 1, errados: 1 })
    const { body: page } = await server.admin('GET', `/api/cadastros/importacao/${body.id}/linhas?situacoes=erro`)
    expect(page.data[0].linha).toBe(3)
    expect(page.data[0].erros.map(({ coluna }: { coluna: number }) => coluna).sort()).toEqual([1, 2, 3])
    await server.admin('POST', `/api/cadastros/importacao/${body.id}/importa`, { ignora_erros: true })
    await server.runJobs()
    const { body: found } = await server.admin('GET', '/api/cliente?search=xNome:Boa')
    expect(found.data[0].extra).toMatchObject({ altura: 1.5, cursos: ['v'], cor: 'v' })
  })
})
