import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { systemCtx } from '../../platform/app'
import { rowsOf } from '../../platform/context'
import { commitBatch } from './commit'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const BASE = '/api/cadastros/importacao'

function upload(tipo: string, content: string | Uint8Array<ArrayBuffer>, caller = server.admin) {
  const form = new FormData()
  form.set('tipo', tipo)
  form.set('file', new File([content], 'teste.csv'))
  return caller('POST', `${BASE}/upload`, form)
}

const rows = (query: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
const count = async (table: string, where = 'true') =>
  Number((await rows(sql.raw(`select count(*)::int as n from ${table} where ${where}`)))[0]?.n)

/** Asks for a task of a batch and lets it run; answers the task. */
async function task(id: number, verb: string, body: object = {}) {
  const { status, body: asked } = await server.admin('POST', `${BASE}/${id}/${verb}`, body)
  expect(status, JSON.stringify(asked)).toBe(200)
  await server.runJobs()
  return (await server.admin('GET', `/api/sis/tarefa/${asked.tarefa_id}`)).body
}

const shown = async (id: number) => (await server.admin('GET', `${BASE}/${id}`)).body

describe('the dry run', () => {
  it('leaves the totals out that a report ends with, and says so', async () => {
    const text = 'Nome;UF;Limite\rAna Total;PR;10\rBia Total;SP;5\rTotal;;15\rEmitido em 25/11/2026\r'
    const { body } = await upload('clientes', text)
    expect(body).toMatchObject({ total: 2, novos: 2, errados: 0, avisos: ['A linha 4 é de totais e ficou de fora.'] })
    expect(await count('importacao_linha', `importacao_id = ${body.id}`)).toBe(3)
  })

  it('finds names, decimals and dates, tells every fault in its cell, and writes nothing', async () => {
    const before = await count('cliente')
    const { status, body } = await upload(
      'clientes',
      [
        'Relatório de clientes;;;;;',
        'Razão Social;CPF/CNPJ;Limite;E-mail;Ativo;Coluna minha',
        'Ana;529.982.247-25;1.234,50;ana@exemplo.com;sim;x',
        'Bia;111.444.777-34;10;nada;talvez;',
        ';39053344705;R$ 5,00;;;',
        'Repete;52998224725;;;;',
      ].join('\r\n'),
    )
    expect(status).toBe(201)
    expect(body).toMatchObject({ cabecalho: 2, total: 4, novos: 1, errados: 2, repetidos: 1 })
    expect(body.colunas.map((one: { campo: string | null }) => one.campo)).toEqual([
      'xNome',
      'CNPJ_CPF',
      'limite_credito',
      'email',
      'ativo',
      null,
    ])
    const { body: page } = await server.admin('GET', `${BASE}/${body.id}/linhas?situacoes=erro,repetido`)
    expect(page.total).toBe(3)
    expect(page.data.map((one: { linha: number; erros: object[] }) => [one.linha, one.erros])).toEqual([
      [
        4,
        [
          { coluna: 4, mensagem: "'talvez' não é sim nem não." },
          { coluna: 1, mensagem: 'CNPJ ou CPF inválido.' },
          { coluna: 3, mensagem: 'E-mail inválido.' },
        ],
      ],
      [5, [{ coluna: 0, mensagem: 'Nome: Preencha este campo.' }]],
      [6, [{ coluna: null, mensagem: 'Repetido: já está na linha 3.' }]],
    ])
    expect(await count('cliente')).toBe(before)
    expect((await server.admin('POST', `${BASE}/${body.id}/importa`)).body).toMatchObject({
      code: 'rule',
      message: 'Há 3 linhas com erro. Corrija ou deixe de fora.',
    })
  })

  it('mends a cell, and frees what was repeated', async () => {
    const { body } = await upload('clientes', 'Nome;CPF\nUm;12345678909\nOutro;12345678909\nTrês;1\n')
    expect(body).toMatchObject({ novos: 1, repetidos: 1, errados: 1 })
    const mend = (ordem: number, coluna: number, valor: string) =>
      server.admin('POST', `${BASE}/${body.id}/corrige`, { ordem, coluna, valor })
    expect((await mend(2, 1, '98765432100')).body).toMatchObject({ novos: 2, repetidos: 0, errados: 1 })
    expect((await mend(4, 1, '')).body).toMatchObject({ novos: 3, repetidos: 0, errados: 0 })
    expect((await mend(3, 1, '98765432100')).body).toMatchObject({ novos: 2, repetidos: 1 })
    expect((await mend(99, 1, 'x')).status).toBe(404)
    expect((await mend(2, 9, 'x')).status).toBe(422)
    expect((await mend(1, 0, 'x')).status).toBe(404)
  })

  it('reads a number that can be read two ways as its column writes decimals', async () => {
    const tabela = await server.insert('tabela_preco', { descricao: 'Varejo' })
    await server.insert('mercadoria', { xProd: 'Prego', codigo: 'P1' })
    await server.insert('mercadoria', { xProd: 'Porca', codigo: 'P2' })
    const prices = async (a: string, b: string) => {
      const { body } = await upload('precos', `Código;Tabela de preço;Preço\nP1;Varejo;${a}\nP2;${tabela.id};${b}\n`)
      expect(body).toMatchObject({ errados: 0 })
      await task(body.id, 'importa')
      return (await rows(sql`select "vUnTrib"::text as p from mercadoria_preco order by mercadoria_id`)).map(
        (one) => one.p,
      )
    }
    expect(await prices('1.234', '10,5')).toEqual(['1234.0000', '10.5000'])
    expect(await prices('1.234', '10.5')).toEqual(['1.2340', '10.5000'])
    const { body } = await upload('precos', 'Código;Tabela;Preço\nP1;Varejo;1.234\nP2;Varejo;10,5\nP2;Varejo;10.5\n')
    expect(body.errados).toBe(1)
  })
})

describe('the commit', () => {
  it('writes new and changed records by the rules of the register, audited, and lets the rows go', async () => {
    await server.insert('cliente', { xNome: 'Antigo', CNPJ_CPF: testCnpj(40), fone: '44999998888' })
    const { body } = await upload(
      'clientes',
      `Nome;CNPJ;Telefone;Cidade\nNovo nome;${testCnpj(40)};;\nIgual;;;\nFresco;${testCnpj(41)};(44) 3222-1111;\n`,
    )
    expect(body).toMatchObject({ novos: 2, alterados: 1 })
    const { data } = (await server.admin('GET', `${BASE}/${body.id}/linhas?situacoes=alterado`)).body
    expect(data[0].antes).toEqual({ 0: 'Antigo' })
    expect(await task(body.id, 'importa')).toMatchObject({ status: 'concluida', resultado: { novos: 2, alterados: 1 } })
    expect(await shown(body.id)).toMatchObject({ status: 'importada', novos: 2, alterados: 1 })
    const [changed] = await rows(sql`select "xNome", fone, versao from cliente where "CNPJ_CPF" = ${testCnpj(40)}`)
    expect(changed).toEqual({ xNome: 'Novo nome', fone: '44999998888', versao: 2 })
    expect(await count('importacao_linha', `importacao_id = ${body.id}`)).toBe(0)
    expect(await count('auditoria', `recurso = 'cliente' and acao = 'importa'`)).toBe(3)
    expect((await server.admin('POST', `${BASE}/${body.id}/importa`)).body.message).toBe('Este lote já foi importado.')
  })

  it('is all or nothing: what went wrong since the check undoes the whole', async () => {
    const { body } = await upload('clientes', `Nome;CPF;Tabela\nA;${testCnpj(50)};Some\nB;${testCnpj(51)};Some\n`)
    expect(body.errados).toBe(2)
    const tabela = await server.insert('tabela_preco', { descricao: 'Some' })
    expect(await task(body.id, 'confere')).toMatchObject({ resultado: { novos: 2, errados: 0 } })
    await server.pool.transaction(SYSTEM, (db) => db.execute(sql`delete from tabela_preco where id = ${tabela.id}`))
    const failed = await task(body.id, 'importa')
    expect(failed).toMatchObject({ status: 'falhou', erro: expect.stringContaining('mudaram desde a conferência') })
    expect(await count('cliente', `"CNPJ_CPF" in ('${testCnpj(50)}', '${testCnpj(51)}')`)).toBe(0)
    expect(await shown(body.id)).toMatchObject({ status: 'conferida' })
  })

  it('skips what is known when told so, and leaves out what is wrong when told so', async () => {
    await server.insert('cliente', { xNome: 'Fica', CNPJ_CPF: testCnpj(60) })
    const { body } = await upload('clientes', `Nome;CNPJ\nMuda;${testCnpj(60)}\nEntra;${testCnpj(61)}\nErra;123\n`)
    await server.admin('POST', `${BASE}/${body.id}/mapeia`, { existentes: 'pula' })
    await task(body.id, 'importa', { ignora_erros: true })
    expect(await shown(body.id)).toMatchObject({ status: 'importada', novos: 1, alterados: 0, pulados: 1 })
    expect(await count('cliente', `"xNome" = 'Fica'`)).toBe(1)
  })

  it('that dies in its midst leaves nothing, and can be asked for again', async () => {
    const before = await count('cliente')
    const { body } = await upload(
      'clientes',
      `Nome;Obs\n${Array.from({ length: 2_500 }, (_, at) => `Morre ${at};`).join('\n')}\n`,
    )
    const ctx = (db: Parameters<typeof systemCtx>[1]) =>
      systemCtx(server.services, db, [server.empresa_id], server.empresa_id)
    const dying = server.pool.transaction(SYSTEM, (db) =>
      commitBatch(ctx(db), body.id, {
        leaveWrong: false,
        onRows: (done) => {
          if (done >= 2_000) throw new Error('killed')
        },
      }),
    )
    await expect(dying).rejects.toThrow('killed')
    expect(await count('cliente')).toBe(before)
    expect(await count('importacao_linha', `importacao_id = ${body.id}`)).toBe(2_501)
    expect(await shown(body.id)).toMatchObject({ status: 'conferida', novos: 2_500 })
    // Two servers take the batch at the same time: the second waits, and finds it written.
    const both = await Promise.allSettled(
      [1, 2].map(() => server.pool.transaction(SYSTEM, (db) => commitBatch(ctx(db), body.id, { leaveWrong: false }))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await count('cliente')).toBe(before + 2_500)
  })

  it('two commits of one batch write it once', async () => {
    const { body } = await upload('clientes', `Nome;CNPJ\nUma vez;${testCnpj(70)}\n`)
    const answers = await Promise.all([1, 2, 3].map(() => server.admin('POST', `${BASE}/${body.id}/importa`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    await server.runJobs()
    expect(await count('cliente', `"CNPJ_CPF" = '${testCnpj(70)}'`)).toBe(1)
  })

  it('creates units, groups and brands that are missing only when told so, each once', async () => {
    const csv =
      'Código;Descrição;Un;Grupo;Marca\nX1;Café;cx;Bebidas;Aurora\nX2;Chá;CX;BEBIDAS;aurora\nX3;Mel;unidadelonga;Bebidas;\n'
    const { body } = await upload('produtos', csv)
    expect(body).toMatchObject({ novos: 0, errados: 3 })
    await server.admin('POST', `${BASE}/${body.id}/mapeia`, { cria_referencias: true })
    expect(await shown(body.id)).toMatchObject({ novos: 2, errados: 1 })
    expect(await count('unidade', `un = 'CX'`)).toBe(0)
    await task(body.id, 'importa', { ignora_erros: true })
    expect(await count('unidade', `un = 'CX'`)).toBe(1)
    expect(await count('mercadoria_grupo')).toBe(1)
    const [tea] = await rows(
      sql`select u.un, g.descricao as grupo, f.descricao as marca from mercadoria m join unidade u on u.id = m.unidade_id
          join mercadoria_grupo g on g.id = m.grupo_id join fabricante f on f.id = m.fabricante_id where m.codigo = 'X2'`,
    )
    expect(tea).toEqual({ un: 'CX', grupo: 'Bebidas', marca: 'Aurora' })
    await task(body.id, 'desfaz')
    expect(await count('unidade', `un = 'CX'`)).toBe(0)
    expect(await count('fabricante')).toBe(0)
  })

  it('creates a group once that two imports at the same time lack', async () => {
    const batches = []
    for (const code of ['Y1', 'Y2']) {
      const { body } = await upload('produtos', `Código;Descrição;Un;Grupo\n${code};Vela ${code};vl;Velas\n`)
      await server.admin('POST', `${BASE}/${body.id}/mapeia`, { cria_referencias: true })
      batches.push(body.id)
    }
    const importing = (id: number) =>
      server.pool.transaction(SYSTEM, (db) =>
        commitBatch(systemCtx(server.services, db, [], server.empresa_id), id, { leaveWrong: false }),
      )
    await Promise.all(batches.map(importing))
    expect(await count('mercadoria_grupo', `descricao = 'Velas'`)).toBe(1)
    expect(await count('unidade', `un = 'VL'`)).toBe(1)
  })

  it('remembers how a person maps columns of the same names', async () => {
    const csv = 'Quem;Doc. fiscal\nAna;\n'
    const first = (await upload('clientes', csv)).body
    expect(first.colunas[0].campo).toBeNull()
    await server.admin('POST', `${BASE}/${first.id}/mapeia`, { campos: ['xNome', null] })
    expect((await upload('clientes', csv)).body.colunas[0].campo).toBe('xNome')
    const stranger = await server.user({ roles: ['admin'] })
    expect((await upload('clientes', csv, stranger)).body.colunas[0].campo).toBeNull()
  })
})

describe('what would be refused where it is typed', () => {
  it('takes a state registration that would be refused where it is typed, and tells of it', async () => {
    const text = `Nome;UF;IE\nCerta;PR;9011111111\nErrada;PR;1234567890\nSem estado;;1234567890\n`
    const { body } = await upload('clientes', text)
    expect(body).toMatchObject({ novos: 3, errados: 0, avisados: 1 })
    const told = (await server.admin('GET', `${BASE}/${body.id}/linhas?situacoes=aviso`)).body
    expect(told).toMatchObject({
      total: 1,
      data: [{ linha: 3, situacao: 'novo', erros: [{ coluna: 2, mensagem: 'Inscrição estadual inválida para PR.' }] }],
    })
    await task(body.id, 'importa')
    expect(await count('cliente', `"xNome" = 'Errada' and "IE" = '1234567890'`)).toBe(1)
  })
})

describe('codes that an official table does not know', () => {
  it('are taken and told: the table may be older than the law', async () => {
    await server.insert('ncm', { codigo: '01012100', descricao: 'Cavalos' })
    const { body } = await upload('produtos', 'Descrição;NCM\nCerto;01012100\nNovo;01019999\nTorto;0101\n')
    expect(body).toMatchObject({ novos: 2, errados: 1, avisados: 1 })
    const told = (await server.admin('GET', `${BASE}/${body.id}/linhas?situacoes=aviso`)).body
    expect(told.data).toMatchObject([
      { linha: 3, erros: [{ coluna: 1, mensagem: expect.stringContaining('NCM não encontrado na tabela.') }] },
    ])
  })
})

describe('undoing', () => {
  it('restores what changed and deletes what was created', async () => {
    const old = await server.insert('cliente', { xNome: 'Era assim', CNPJ_CPF: testCnpj(80), prazo: '30' })
    const { body } = await upload('clientes', `Nome;CNPJ;Prazo\nVirou;${testCnpj(80)};60\nCriado;${testCnpj(81)};\n`)
    await task(body.id, 'importa')
    expect(await task(body.id, 'desfaz')).toMatchObject({ status: 'concluida' })
    expect((await server.admin('GET', `/api/cliente/${old.id}`)).body).toMatchObject({
      xNome: 'Era assim',
      prazo: '30',
    })
    expect(await count('cliente', `"CNPJ_CPF" = '${testCnpj(81)}'`)).toBe(0)
    expect(await shown(body.id)).toMatchObject({ status: 'desfeita' })
    expect((await server.admin('POST', `${BASE}/${body.id}/desfaz`)).status).toBe(400)
  })

  it('leaves what was changed or used since, and tells exactly that; all else is undone, and the rest when nothing holds it', async () => {
    const { body } = await upload(
      'clientes',
      `Nome;CNPJ\nUsado;${testCnpj(90)}\nMexido;${testCnpj(91)}\nLivre;${testCnpj(92)}\n`,
    )
    await task(body.id, 'importa')
    const ids = (
      await rows(sql`select id from cliente where "CNPJ_CPF" in (${testCnpj(90)}, ${testCnpj(91)}) order by "CNPJ_CPF"`)
    ).map(({ id }) => Number(id))
    await server.admin('POST', '/api/cadastros/cliente_endereco', { cliente_id: ids[0], xLgr: 'Rua' })
    await server.admin('PUT', `/api/cliente/${ids[1]}`, { xNome: 'Mexido mesmo' })
    expect(await task(body.id, 'desfaz')).toMatchObject({
      status: 'concluida',
      resultado: { desfeitos: 1, mantidos: 2 },
    })
    expect(await count('cliente', `"CNPJ_CPF" = '${testCnpj(92)}'`)).toBe(0)
    expect(await shown(body.id)).toMatchObject({ status: 'desfeita_em_parte', mantidos: 2 })
    const { total, data } = (await server.admin('GET', `${BASE}/${body.id}/mantidos`)).body
    expect(total).toBe(2)
    expect(data.map(({ nome }: { nome: string }) => nome)).toEqual(['Usado', 'Mexido mesmo'])
    expect(data[0].motivo).toContain('usado em endereço de entrega (código')
    expect(data[1].motivo).toMatch(
      /^foi alterado por u1@teste\.example em \d\d\/\d\d\/\d{4} \d\d:\d\d \(Nome\), depois/,
    )
    const failed = await task(body.id, 'desfaz')
    expect(failed).toMatchObject({ status: 'falhou', erro: expect.stringContaining('Mexido mesmo: foi alterado') })
    const [address] = await rows(sql`select id from cliente_endereco where cliente_id = ${ids[0]}`)
    await server.admin('DELETE', `/api/cadastros/cliente_endereco/${String(address?.id)}`)
    expect(await task(body.id, 'desfaz')).toMatchObject({ resultado: { mantidos: 1 } })
    expect(await count('cliente', `id = ${ids[0]}`)).toBe(0)
  })

  it("a change that a later import made, and took back, stands in nobody's way", async () => {
    const nameIt = (name: string) => upload('clientes', `Nome;CNPJ\n${name};${testCnpj(95)}\n`)
    const first = (await nameIt('Primeiro')).body.id
    await task(first, 'importa')
    const second = (await nameIt('Segundo')).body.id
    await task(second, 'importa')
    expect(await task(first, 'desfaz')).toMatchObject({ status: 'falhou' })
    await task(second, 'desfaz')
    expect(await task(first, 'desfaz')).toMatchObject({ status: 'concluida', resultado: { mantidos: 0 } })
    expect(await count('cliente', `"CNPJ_CPF" = '${testCnpj(95)}'`)).toBe(0)
  })

  it('a change by hand between two imports still stands in the way when the later one is undone', async () => {
    const nameIt = (name: string) => upload('clientes', `Nome;CNPJ\n${name};${testCnpj(96)}\n`)
    const first = (await nameIt('Primeiro')).body.id
    await task(first, 'importa')
    const [row] = await rows(sql`select id from cliente where "CNPJ_CPF" = ${testCnpj(96)}`)
    await server.admin('PUT', `/api/cliente/${String(row?.id)}`, { prazo: '45' })
    const second = (await nameIt('Segundo')).body.id
    await task(second, 'importa')
    await task(second, 'desfaz')
    expect(await task(first, 'desfaz')).toMatchObject({ status: 'falhou' })
    expect((await server.admin('GET', `/api/cliente/${String(row?.id)}`)).body).toMatchObject({ xNome: 'Primeiro' })
  })
})

describe('403 and 404', () => {
  it('403 without the right on imports, and without those on the register', async () => {
    const csv = 'Nome\nA\n'
    const seller = await server.user({ permissions: ['edit cliente'] })
    const importer = await server.user({ permissions: ['store importacao', 'edit cliente'] })
    expect((await upload('clientes', csv, seller)).status).toBe(403)
    expect((await upload('produtos', csv, importer)).status).toBe(403)
    const { status, body } = await upload('clientes', csv, importer)
    expect(status).toBe(201)
    for (const verb of ['mapeia', 'confere', 'importa', 'desfaz', 'corrige', 'descarta', 'linhas'])
      expect(
        (await seller('POST', `${BASE}/${body.id}/${verb}`, { ordem: 1, coluna: 1, valor: '' })).status,
        verb,
      ).toBe(403)
  })

  it.each([
    ['nothing', 400, ''],
    ['only empty lines', 400, ';;\n;\n'],
    ['a program', 400, 'MZ\0\x01\x02'],
    ['an open quote', 400, 'Nome\n"Ana'],
  ])('%s: %d, and nothing is kept', async (_, status, content) => {
    const before = await count('importacao')
    expect((await upload('clientes', content)).status).toBe(status)
    expect(await count('importacao')).toBe(before)
  })

  it('422 a kind that is none', async () => expect((await upload('nada', 'a')).status).toBe(422))

  it('a batch that is thrown away is gone with its rows', async () => {
    const { body } = await upload('clientes', 'Nome\nA\n')
    expect((await server.admin('POST', `${BASE}/${body.id}/descarta`)).body.status).toBe('descartada')
    expect(await count('importacao_linha', `importacao_id = ${body.id}`)).toBe(0)
    expect((await server.admin('POST', `${BASE}/${body.id}/importa`)).status).toBe(400)
  })
})
