import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsWith } from '../../../fixtures/columns-with'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { rowsOf } from '../../platform/context'
import { startWorker } from '../../platform/jobs/worker'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const BASE = '/api/cadastros/lgpd'
const rows = (query: ReturnType<typeof sql>) => server.pool.read(SYSTEM, (db) => rowsOf({ db }, query))
const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => db.execute(query))

/** The tables that hold a text, but of those that may keep it. */
const whereFound = async (text: string, except: readonly string[] = []): Promise<string[]> => {
  const tables = (await columnsWith(server.pool, text)).map((column) => column.split('.')[0] ?? '')
  return [...new Set(tables)].filter((table) => !except.includes(table))
}

const SECRET = 'Zuleide Quixadá'
const CPF = '52998224725'
const MAIL = 'zuleide@exemplo.com'

/** A customer who is staff too, with all that may say who she is. */
async function zuleide(cpf = CPF) {
  const { body } = await server.admin(
    'POST',
    '/api/cliente',
    {
      xNome: SECRET,
      CNPJ_CPF: cpf,
      email: MAIL,
      fone: '44999998888',
      xLgr: 'Rua Quixadá',
      endereco_entrega_list: [{ xLgr: 'Rua Quixadá', nro: '9' }],
    },
    { 'Idempotency-Key': `zuleide-${cpf}` },
  )
  await server.admin('PUT', `/api/cliente/${body.id}`, { xFant: `${SECRET} ME` })
  const file = new FormData()
  file.set('file', new File(['olá'], `${SECRET}.csv`))
  file.set('anexable_type', 'cliente')
  file.set('anexable_id', String(body.id))
  await server.admin('POST', '/api/sis/anexo', file)
  const staff = await server.insert('colaborador', { xNome: SECRET, CNPJ_CPF: cpf, funcao: 'Caixa' })
  await run(
    sql`with m as (
          insert into email (empresa_id, para, assunto, body, chave, "dhFila", "dhEnvio")
          select ${server.empresa_id}, ${MAIL}, a, a, gen_random_uuid(), now(), d
          from (values (${`Olá ${SECRET}`}, now()), (${`De novo ${SECRET}`}, null)) m (a, d) returning *)
        insert into troca (empresa_id, tipo, assunto, chave, fila, corpo, status, dados)
        select empresa_id, 'email', assunto || ' · ' || para, chave, chave, body, case when "dhEnvio" is null then 'na_fila' else 'respondida' end,
          jsonb_build_object('para', para, 'assunto', assunto) from m`,
  )
  await run(sql`insert into tentativa_login (email, endereco, ok) values (${MAIL}, '::1', false)`)
  return { id: Number(body.id), colaborador: staff.id }
}

const sale = async (cliente_id: number, values: object = {}) => {
  const tipo = await server.insert('tipo_entrada_saida', { descricao: 'Venda' })
  return server.insert('venda', {
    empresa_id: server.empresa_id,
    cliente_id,
    tipo_entrada_saida_id: tipo.id,
    cliente_xNome: SECRET,
    cliente_CNPJ_CPF: CPF,
    ...values,
  })
}

describe('a person', () => {
  it('is found by CPF, e-mail, number and name, and exported whole: every register, what refers to it, files, mails', async () => {
    const { id, colaborador } = await zuleide()
    const venda = await sale(id, { dhFaturamento: '2026-01-10 10:00:00' })
    for (const text of ['529.982.247-25', MAIL.toUpperCase(), String(id), 'quixada'])
      expect(
        (await server.admin('GET', `${BASE}/titulares?busca=${encodeURIComponent(text)}`)).body.data,
        text,
      ).toContainEqual(expect.objectContaining({ recurso: 'cliente', id, nome: SECRET }))
    const { status, body } = await server.admin('GET', `/reporting/lgpd/cliente/${id}`)
    expect(status).toBe(200)
    expect(body.titular).toEqual({ nome: SECRET, cpf: CPF, emails: [MAIL] })
    expect(body.cadastros.map((one: { recurso: string }) => one.recurso)).toEqual(['cliente', 'colaborador'])
    const [first] = body.cadastros
    expect(first.registro.endereco_entrega_list[0].xLgr).toBe('Rua Quixadá')
    expect(first.relacionados).toContainEqual(
      expect.objectContaining({ recurso: 'venda', registros: [expect.objectContaining({ id: venda.id })] }),
    )
    expect(Buffer.from(first.anexos[0].conteudo_base64, 'base64').toString()).toBe('olá')
    expect(first.historico.length).toBeGreaterThan(1)
    expect([body.emails.length, body.acessos.length]).toEqual([2, 1])
    const html = await server.admin('GET', `/reporting/lgpd/cliente/${id}?format=html`)
    for (const text of [SECRET, 'Rua Quixadá', 'Histórico de alterações', 'art. 18']) expect(html.body).toContain(text)
    expect((await server.admin('GET', `/reporting/lgpd/colaborador/${colaborador}?format=pdf`)).body).toContain(
      '%PDF-1',
    )
    expect((await rows(sql`select count(*)::int as n from lgpd where acao = 'exporta'`))[0]?.n).toBe(3)
  })
})

describe('anonymising', () => {
  it('400 with all that is open, and 422 without the name', async () => {
    const { body: found } = await server.admin('GET', `${BASE}/titulares?busca=${CPF}`)
    const { id } = found.data.find((one: { recurso: string }) => one.recurso === 'cliente')
    const open = await sale(id)
    await server.insert('contas_receber', {
      empresa_id: server.empresa_id,
      cliente_id: id,
      dEmissao: '2026-01-10',
      dVencimento: '2026-02-10',
      vDup: '10',
      vSaldo: '10',
    })
    const ask = (confirma: string) =>
      server.admin('POST', `${BASE}/anonimiza`, {
        recurso: 'cliente',
        registro_id: id,
        motivo: 'Pedido da titular',
        confirma,
      })
    expect((await ask('Outra')).body.errors.confirma[0]).toContain(SECRET)
    const refused = await ask(SECRET)
    expect([refused.status, refused.body.errors.pendencias]).toEqual([
      400,
      [`Há 1 venda em aberto (${open.id}).`, expect.stringMatching(/^Há 1 conta a receber em aberto \(\d+\)\.$/)],
    ])
    expect((await server.admin('GET', `/api/cliente/${id}`)).body.xNome).toBe(SECRET)
    await run(sql`update venda set "dhCancelamento" = now() where id = ${open.id}`)
    await run(sql`update contas_receber set "dhCancelamento" = now() where cliente_id = ${id}`)
    const preview = (await server.admin('GET', `${BASE}/previa?recurso=cliente&registro_id=${id}`)).body
    expect(preview).toMatchObject({ nome: SECRET, pendencias: [] })
    expect(preview.registros).toHaveLength(2)
    expect(preview.efeitos.join(' ')).toContain('01/01/2032 (CTN, art. 173 e 195)')
  })

  it('takes her out of everything at once, but of what documents show; and no search finds her', async () => {
    const { body: found } = await server.admin('GET', `${BASE}/titulares?busca=${CPF}`)
    const { id } = found.data.find((one: { recurso: string }) => one.recurso === 'cliente')
    const done = await server.admin('POST', `${BASE}/anonimiza`, {
      recurso: 'cliente',
      registro_id: id,
      motivo: 'Pedido da titular',
      confirma: SECRET,
    })
    expect(done, JSON.stringify(done.body)).toMatchObject({ status: 200, body: { anonimizados: 2 } })
    for (const text of ['Quixad', MAIL, '44999998888']) expect(await whereFound(text, ['venda']), text).toEqual([])
    expect(await whereFound(CPF)).toEqual(['venda'])
    expect(
      (
        await rows(
          sql`select "cliente_xNome" as name from venda where cliente_id = ${id} and "dhFaturamento" is not null`,
        )
      )[0]?.name,
    ).toBe(SECRET)
    const { body } = await server.admin('GET', `/api/cliente/${id}`)
    expect(body).toMatchObject({
      xNome: `Cliente anonimizado ${id}`,
      CNPJ_CPF: null,
      ativo: false,
      endereco_entrega_list: [],
    })
    const history = (await server.admin('GET', `/api/cliente/${id}/auditoria`)).body.data
    expect(history[0]).toMatchObject({ acao: 'anonimiza' })
    expect((await server.admin('GET', `${BASE}/titulares?busca=${CPF}`)).body.data).toEqual([])
    expect((await rows(sql`select count(*)::int as n from troca where tipo = 'email'`))[0]?.n).toBe(1)
    expect(await rows(sql`select distinct para, assunto, body, "dhErro" is null as foi from email order by 4`)).toEqual(
      [
        { para: '(anonimizado)', assunto: '(anonimizado)', body: null, foi: false },
        { para: '(anonimizado)', assunto: '(anonimizado)', body: null, foi: true },
      ],
    )
  })

  it('documents let her go when no tax can be claimed on them any more, by themselves', async () => {
    expect((await server.admin('POST', `${BASE}/expurga`)).body).toEqual({ expurgados: 0 })
    expect(await whereFound(CPF)).toEqual(['venda'])
    await run(sql`update lgpd set guarda_ate = current_date where acao = 'anonimiza'`)
    const worker = await startWorker(server.services)
    const waiting = async () =>
      (await rows(sql`select count(*)::int as n from lgpd where not expurgado and guarda_ate is not null`))[0]?.n
    const deadline = Date.now() + 20_000
    while (Number(await waiting()) > 0 && Date.now() < deadline) await Bun.sleep(50)
    await worker.stop()
    expect(await whereFound(CPF)).toEqual([])
    expect(await whereFound('Quixad')).toEqual([])
  })

  it('a user: sessions end, the chat loses what they wrote, the trail keeps that somebody did it', async () => {
    const caller = await server.user({ permissions: ['edit cliente'] })
    const { body } = await caller('POST', '/api/cliente', { xNome: 'De outro' })
    const [user] = await rows(sql`select id, name, email from "user" order by id desc limit 1`)
    const id = Number(user?.id)
    await run(
      sql`insert into chat_mensagem (user_id, user_dest_id, text, created_at, chave) values (${id}, 1, 'Meu segredo', now(), 'a')`,
    )
    const ask = (confirma: unknown) =>
      server.admin('POST', `${BASE}/anonimiza`, {
        recurso: 'user',
        registro_id: id,
        motivo: 'Saiu da empresa',
        confirma,
      })
    expect((await ask(user?.name)).body.message).toContain('está ativo: desative-o antes')
    await server.admin('PUT', `/api/user/${id}`, { ativo: false })
    expect((await ask(user?.name)).status).toBe(200)
    expect(await whereFound(String(user?.email))).toEqual([])
    expect(await whereFound('Meu segredo')).toEqual([])
    expect((await caller('GET', '/api/cliente')).status).toBe(401)
    const trail = (await server.admin('GET', `/api/cliente/${body.id}/auditoria`)).body.data
    expect(trail[0].user).toEqual({ id, name: `Usuário anonimizado ${id}` })
  })

  it('400 a company, and whoever does not reach all companies', async () => {
    const { id } = await server.insert('cliente', { xNome: 'Firma', CNPJ_CPF: testCnpj(77) })
    const preview = async (caller = server.admin) =>
      (await caller('GET', `${BASE}/previa?recurso=cliente&registro_id=${id}`)).body.pendencias
    expect(await preview()).toEqual([expect.stringContaining('é uma empresa (CNPJ)')])
    await server.insert('empresa', { CNPJ_CPF: testCnpj(8), xNome: 'Outra' })
    expect((await preview()).join(' ')).toContain('acesso a todas as empresas')
    const refused = await server.admin('POST', `${BASE}/expurga`)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Só quem tem acesso a todas as empresas pode expurgar.',
    ])
  })

  it('403 without the right, 404 nobody, 422 no register of people', async () => {
    const seller = await server.user({ permissions: ['manage cliente'] })
    const viewer = await server.user({ permissions: ['show lgpd'] })
    const { id } = await server.insert('cliente', { xNome: 'Ana' })
    const input = { recurso: 'cliente', registro_id: id, motivo: 'Pedido', confirma: 'Ana' }
    expect((await seller('GET', `/reporting/lgpd/cliente/${id}`)).status).toBe(403)
    expect((await seller('GET', `${BASE}/previa?recurso=cliente&registro_id=${id}`)).status).toBe(403)
    expect((await viewer('GET', `/reporting/lgpd/cliente/${id}`)).status).toBe(200)
    expect((await viewer('POST', `${BASE}/anonimiza`, input)).status).toBe(403)
    expect((await server.admin('GET', '/reporting/lgpd/cliente/99999')).status).toBe(404)
    expect((await server.admin('GET', '/reporting/lgpd/venda/1')).status).toBe(422)
  })

  it('is no back door: nobody reads a chat by it, nor users, nor what is mailed to one', async () => {
    const officer = await server.user({ permissions: ['show lgpd', 'edit lgpd'] })
    const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(81), xNome: 'Alheia' })
    const values = { name: 'Bento Alheio', email: 'bento@alheia.example', empresa_id: other.id }
    const bento = await server.insert('user', values)
    await run(
      sql`insert into user_empresa (user_id, empresa_id) values (${bento.id}, ${other.id}), (${bento.id}, ${server.empresa_id})`,
    )
    const [mine] = await rows(sql`select id from "user" where id <> ${bento.id} order by id desc limit 1`)
    await run(sql`insert into chat_mensagem (user_id, user_dest_id, text, created_at, chave) values
      (${bento.id}, 1, 'Escrito por Bento', now(), 'b1'), (1, ${bento.id}, 'Escrito a Bento', now(), 'b2')`)
    await run(
      sql`insert into email (empresa_id, para, assunto, body, "dhFila", "dhEnvio") values (${server.empresa_id}, ${values.email}, 'a', 'Carta de Bento', now(), now())`,
    )
    for (const text of ['Bento', values.email, String(bento.id)])
      expect((await officer('GET', `${BASE}/titulares?busca=${text}`)).body.data, text).not.toContainEqual(
        expect.objectContaining({ recurso: 'user' }),
      )
    for (const id of [bento.id, Number(mine?.id)]) {
      expect((await officer('GET', `/reporting/lgpd/user/${id}`)).status).toBe(403)
      expect((await officer('GET', `${BASE}/previa?recurso=user&registro_id=${id}`)).status).toBe(403)
    }
    // A register that names the user, or has the user's address, leads to neither.
    const cliente = await server.insert('cliente', { xNome: 'Isca', email: values.email })
    const staff = await server.insert('colaborador', { xNome: 'Bento', user_id: bento.id, CNPJ_CPF: '39053344705' })
    for (const path of [`cliente/${cliente.id}`, `colaborador/${staff.id}`]) {
      const { status, body } = await officer('GET', `/reporting/lgpd/${path}`)
      expect([status, body.emails, body.acessos]).toEqual([200, [], []])
      expect(JSON.stringify(body)).not.toMatch(/Escrito|Carta de Bento/)
    }
    const pending = await officer('GET', `${BASE}/previa?recurso=cliente&registro_id=${cliente.id}`)
    expect(pending.body.pendencias).toContainEqual(expect.stringContaining('só um administrador'))
    // An administrator gives Bento what he wrote, and nobody else's words.
    const whole = JSON.stringify((await server.admin('GET', `/reporting/lgpd/user/${bento.id}`)).body)
    expect(whole).toContain('Escrito por Bento')
    expect(whole).not.toContain('Escrito a Bento')
    expect(whole).toContain('Carta de Bento')
  })

  it('nobody rewrites the trail beside it', async () => {
    const call = (query: ReturnType<typeof sql>) =>
      run(query).then(
        () => 'done',
        (error: unknown) => String(error instanceof Error ? error.cause : error),
      )
    expect(await call(sql`select prumo_anonimiza_auditoria('cliente', 1, '{xNome}')`)).toContain('not anonymised')
    expect(await call(sql`update auditoria set campos = '[]'`)).toContain('permission denied')
  })
})
