import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sql } from 'postgres'
import { asOwner } from '../../../fixtures/as-owner'
import { columnsWith } from '../../../fixtures/columns-with'
import { Samples } from '../../../fixtures/samples'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { SYSTEM } from '../../db/pool'
import { allResources, type Resource, type Row } from '../../platform/resource'

const SECRET = 'Zuleide Quixadá'
const PEOPLE = ['vendedor', 'transportadora', 'fornecedor', 'motorista', 'colaborador', 'cliente']

/** Texts of a guide of taxes. */
const GUIDE = [
  'xDest',
  'CNPJ_CPF_dest',
  'nDocOrigem',
  'tpDocOrigem',
  'obs',
  'informacoes',
  'problemas',
  'camposExtras',
  'ufFavorecida',
  'receita',
  'detalhamentoReceita',
  'produto',
  'convenio',
  'xJustCancelamento',
  'xJustRestituir',
  'recibo',
  'situacaoGuia',
  'nossoNumero',
  'linhaDigitavel',
  'codigoBarras',
  'qrcodePayload',
]

/**
 * Every text of what names a person, and of what names that, and stays once the person is anonymised and no tax can be claimed any more: with why.
 * A field that is missing here fails: whoever adds it says in its area (`personal`) that it goes, or here why it may stay.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'a state or a town tells of nobody, and figures by region go on adding up': [
    ...[...PEOPLE, 'veiculo'].map((name) => `${name}.UF`),
    'roteirizacao_entrega.xMun',
  ],
  'what a company added to documents, which are kept as they are; that of people and their registers goes': [
    'orcamento',
    'venda',
    'pedido_compra',
    'entrada',
    'nfe',
    'contas_pagar',
    'contas_receber',
    'rota',
    'ordem_servico',
    'ordem_producao',
    'veiculo',
  ].map((name) => `${name}.extra`),
  'terms, roles and hours': [
    'cliente.prazo',
    'contrato_servico.condicao',
    'colaborador.funcao',
    'meta_venda.descricao',
    'rota.inicio',
    'rota_venda.hora_prevista',
    'roteirizacao_veiculo.inicio',
    'roteirizacao_veiculo.fim',
    'veiculo.hora_inicial',
    'veiculo.hora_final',
    'roteirizacao_entrega.janelas',
  ],
  'products, as they were bought and sold': [
    ...['pedido_compra', 'orcamento', 'venda', 'venda_devolucao', 'ordem_producao', 'saida', 'devolucao'].flatMap(
      (name) => [`${name}_mercadoria.xProd`, `${name}_mercadoria.un`],
    ),
    ...['orcamento', 'venda'].map((name) => `${name}_mercadoria.xPromocao`),
    ...['mercadoria.xProd', 'mercadoria.un', 'servico.xServ', 'servico.un'].map((name) => `ordem_servico_${name}`),
    // `nota`: quantities and costs of an item as its invoice said them.
    ...['cProd', 'xProd', 'uCom', 'nota'].map((name) => `entrada_mercadoria.${name}`),
    'mercadoria_codigo.codigo',
    'mercadoria_fornecedor.codigo',
    'mercadoria_fornecedor.cEAN',
    'solicitacao_mercadoria.xProd',
    'solicitacao_mercadoria.obs',
    'planejamento_mercadoria.metricas_avancadas',
    'planejamento_mercadoria.xAntecipar',
  ],
  'what a company of the house is called': ['entrada.xOrigem'],
  'why something became of a document, not of the person': [
    ...['venda', 'venda_devolucao', 'orcamento', 'pedido_compra', 'entrada', 'devolucao', 'ordem_servico'].map(
      (name) => `${name}.xMotivoCancelamento`,
    ),
    ...['ordem_producao', 'rota', 'saida', 'mercadoria_inventario'].map((name) => `${name}.xJustCancelamento`),
    // What of the stock is counted, and why: its adjustments are documents of nobody.
    'mercadoria_inventario.descricao',
    ...['venda', 'venda_mercadoria', 'orcamento_mercadoria'].map((name) => `${name}.xMotivoBloqueio`),
    ...['venda_mercadoria', 'orcamento_mercadoria'].map((name) => `${name}.xAvisoPreco`),
    'orcamento.xMotivoPerda',
    'venda.xJustLiberacao',
    'roteirizacao_entrega.motivo',
    'rota.obs',
    // What money came in or went out for: a ledger, whose rows are never changed.
    'caixa_lancamento.descricao',
  ],
  'numbers of documents and vehicles, which others name': [
    ...['contas_receber', 'contas_pagar'].flatMap((name) =>
      ['documento', 'numero', 'uuid', 'lote_id'].map((field) => `${name}.${field}`),
    ),
    'contas_receber_retencao.nComprovante',
    ...['contas_receber', 'venda_duplicata', 'ordem_servico_duplicata'].flatMap((name) => [
      `${name}.nsu`,
      `${name}.cAut`,
    ]),
    ...['referencia', 'id_externo'].map((name) => `link_pagamento.${name}`),
    ...['evento_id', 'tipo', 'pagamento_externo', 'referencia'].map((name) => `aviso_pagamento.${name}`),
    ...['authorization_code', 'brand', 'chave', 'nsu', 'summary_number', 'tid'].map(
      (name) => `conciliacao_venda.${name}`,
    ),
    ...['intercambio', 'sha256', 'avisos'].map((name) => `edi.${name}`),
    ...['linha_digitavel', 'codigo_barras', 'banco', 'numero_documento', 'arquivo', 'movimento'].map(
      (name) => `boleto_dda.${name}`,
    ),
    ...['serie', 'nosso_numero', 'nosso_numero_dv', 'nosso_numero_impresso', 'chave', 'seu_numero'].map(
      (name) => `boleto.${name}`,
    ),
    ...['codigo_barras', 'linha_digitavel'].map((name) => `boleto.${name}`),
    ...['codigo', 'texto', 'nosso_numero', 'seu_numero', 'uso_empresa', 'chave'].map(
      (name) => `retorno_boleto.${name}`,
    ),
    ...['autenticacao', 'nosso_numero', 'seu_numero'].map((name) => `remessa_pagamento_conta.${name}`),
    ...['autenticacao', 'chave', 'codigos', 'motivo', 'nosso_numero', 'seu_numero', 'texto'].map(
      (name) => `retorno_pagamento_item.${name}`,
    ),
    ...['numero', 'serie'].map((name) => `edi_fatura.${name}`),
    ...['CNPJ_cte', 'CNPJ_emit', 'chCTe', 'chNFe', 'nCTe', 'notas', 'serieCTe'].map((name) => `edi_linha.${name}`),
    'entrada.chNFe',
    'entrada_duplicata.numero',
    'venda.rastreio',
    'venda.CNPJ_intermed',
    'venda.idCadIntTran',
    'unitizador.codBar',
    'veiculo.placa',
    'veiculo.RENAVAM',
    'particularidade_do_veiculo.descricao',
    'roteirizacao_entrega.particularidades',
  ],
  'codes of reasons, not words': ['extrato_vinculo.razoes'],
  'what the common table of occurrences calls what happened to goods': [
    ...['codigo', 'texto', 'motivo'].map((name) => `edi_linha.${name}`),
    ...['codigo', 'texto'].map((name) => `venda_rastreio.${name}`),
  ],
  'invoices issued are documents as a whole, and so is what was answered to them (docs/adr/0011)': [
    ...['xDest', 'CNPJ_CPF_dest', 'UF_dest', 'natOp', 'infCpl', 'referencias', 'problemas'].map(
      (name) => `nfe.${name}`,
    ),
    ...['chNFe', 'cNF', 'leiaute', 'cStat', 'xMotivo', 'nProt', 'xJustCancelamento', 'xJustAbandono'].map(
      (name) => `nfe.${name}`,
    ),
    ...['xTexto', 'cStat', 'xMotivo', 'nProt'].map((name) => `nfe_evento.${name}`),
    ...['chNFe', 'tpEvento', 'sha256', 'xml'].map((name) => `nfe_xml.${name}`),
    ...['UFFim', 'UFIni', 'infPercurso', 'obs', 'placa', 'cMDF', 'chMDFe', 'chAberto', 'nProtAberto', 'problemas'].map(
      (name) => `mdfe.${name}`,
    ),
    ...['cStat', 'xMotivo', 'nProt', 'xJustCancelamento', 'xJustAbandono'].map((name) => `mdfe.${name}`),
    ...['chMDFe', 'xTexto', 'cStat', 'xMotivo', 'nProt'].map((name) => `mdfe_evento.${name}`),
    ...['chMDFe', 'tpEvento', 'sha256', 'xml'].map((name) => `mdfe_xml.${name}`),
    ...['xTomador', 'CNPJ_CPF_toma', 'email', 'CodigoMunicipio', 'cLocIncid', 'cTribNac', 'xDescServ'].map(
      (name) => `nfse.${name}`,
    ),
    ...['infCompl', 'servicos', 'problemas', 'idDps', 'nNFSe', 'chNFSe', 'leiaute', 'cStat', 'xMotivo'].map(
      (name) => `nfse.${name}`,
    ),
    ...['xMotivoSubst', 'xMotivoCancelamento', 'xMotivoAbandono', 'cVerif', 'retencoes'].map((name) => `nfse.${name}`),
    ...['xTexto', 'cStat', 'xMotivo', 'nProt'].map((name) => `nfse_evento.${name}`),
    ...['idDps', 'chNFSe', 'tpEvento', 'sha256', 'xml'].map((name) => `nfse_xml.${name}`),
  ],
  'guides of taxes are documents as a whole, and so is what states answered to them': GUIDE.map(
    (name) => `gnre.${name}`,
  ),
  'invoices received are documents as a whole (docs/adr/0011)': ['chave', 'CNPJ_CPF', 'xNome', 'natOp', 'xJust']
    .map((name) => `nfe_compra.${name}`)
    .concat(['NSU', 'esquema', 'chNFe', 'chMDFe', 'erro', 'xml'].map((name) => `dfe_documento.${name}`))
    .concat(
      ['xTexto', 'cStat', 'xMotivo', 'nProt', 'xml', 'xmlResposta'].map((name) => `nfe_compra_manifestacao.${name}`),
    ),
}

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const run = (query: ReturnType<typeof sql>) => server.pool.transaction(SYSTEM, (db) => db.execute(query))

/** Resources with texts that name one of these by a field. */
const naming = (names: ReadonlySet<string>): Resource[] =>
  allResources().filter(
    (one) =>
      !names.has(one.name) &&
      textsOf(one).length > 0 &&
      Object.values(one.fields).some(({ meta }) => names.has(meta.ref ?? '')),
  )

const textsOf = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, { meta }]) =>
    ['text', 'json'].includes(meta.kind) && !meta.options && meta.generated === undefined ? [name] : [],
  )

/** A record whose every text is the secret, which names the records made before it, with the history that says so; closed, where it can be. */
async function tellingRecord(samples: Samples, resource: Resource, made: Map<string, number>): Promise<void> {
  const { id } = await samples.record(resource)
  const values: Row = {}
  for (const [name, { meta }] of Object.entries(resource.fields)) {
    if (meta.ref !== undefined && made.has(meta.ref)) values[name] = made.get(meta.ref)
    if (['dhCancelamento', 'dhUso', 'dhIgnorado'].includes(name)) values[name] = '2020-01-01T12:00:00Z'
    if (name === 'dRota') values[name] = '2020-01-01'
    if (resource.name === 'contrato_servico' && name === 'ativo') values[name] = false
    // A credit that is spent.
    if (name === 'vSaldo') values[name] = 0
  }
  for (const name of textsOf(resource)) values[name] = SECRET
  // By its length it would be a company's.
  if (PEOPLE.includes(resource.name)) values.CNPJ_CPF = null
  const campos = Object.entries(values).map(([campo, para]) => ({ campo, de: null, para }))
  const columns = Object.keys(values).map((name) => `"${name}" = n."${name}"`)
  const { parent } = resource
  // As the owner of the database: the program itself may not change all that it may add.
  await asOwner(server.url, (owner: Sql) =>
    owner.unsafe(
      `update "${resource.name}" t set ${columns.join()} from jsonb_populate_record(null::"${resource.name}", $1::text::jsonb) n where t.id = $2`,
      [JSON.stringify(values), id],
    ),
  )
  await run(
    sql`insert into auditoria (recurso, registro_id, pai, pai_id, acao, campos)
        values (${resource.name}, ${id}, ${parent?.resource ?? null}, ${parent ? (made.get(parent.resource) ?? null) : null}, 'create', ${JSON.stringify(campos)}::jsonb)`,
  )
  made.set(resource.name, id)
}

it('of everything that names a person, or names what does, nothing tells who it was but what is said to stay', async () => {
  const samples = new Samples(server)
  const made = new Map<string, number>()
  const people = PEOPLE.map((name) => allResources().find((one) => one.name === name)).filter(
    (one) => one !== undefined,
  )
  for (const resource of people) await tellingRecord(samples, resource, made)
  const first = naming(new Set(PEOPLE))
  for (const resource of first) await tellingRecord(samples, resource, made)
  const second = naming(new Set([...PEOPLE, ...first.map(({ name }) => name)]))
  for (const resource of second) await tellingRecord(samples, resource, made)
  expect(new Set([...first, ...second].map(({ name }) => name))).toContain('rota_venda')
  await samples.admit()
  // What somebody was told of a sale, whatever of it was told.
  await run(
    sql`insert into aviso_usuario (empresa_id, titulo, texto, recurso, registro_id, "dhAviso")
        values (${server.empresa_id}, 'Venda faturada', 'Ligar para Quixadá', 'venda', ${made.get('venda')}, now())`,
  )

  for (const recurso of PEOPLE) {
    const body = { recurso, registro_id: made.get(recurso), motivo: 'Pedido da titular', confirma: SECRET }
    const done = await server.admin('POST', '/api/cadastros/lgpd/anonimiza', body)
    expect(done.status, JSON.stringify(done.body)).toBe(200)
  }
  await run(sql`update lgpd set guarda_ate = current_date`)
  expect((await server.admin('POST', '/api/cadastros/lgpd/expurga')).status).toBe(200)

  const kept = Object.values(KEPT).flat()
  // The words that a row is found by are made of its other columns.
  const left = (await columnsWith(server.pool, 'Quixad')).filter((one) => !one.endsWith('.busca'))
  expect(left).toEqual([...kept, 'auditoria.campos'].sort())
  const [trail] = await server.pool.read(SYSTEM, (db) =>
    db.execute(
      sql`select json_agg(distinct a.recurso || '.' || (c ->> 'campo')) as told from auditoria a, jsonb_array_elements(prumo_campos(a.campos, a.compacto)) c where c::text ilike '%quixad%'`,
    ),
  )
  const told: unknown = trail?.told
  expect((Array.isArray(told) ? told : []).map(String).filter((one) => !kept.includes(one))).toEqual([])
})
