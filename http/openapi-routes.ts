/**
 * What is served beside the resources, for `/api/openapi.json`: sign-in, look-ups, the shape of lists. Schemas have the names of the
 * entities in the specification (document 1, section 3). The routes themselves lie in their areas.
 */

type Json = Readonly<Record<string, unknown>>

const text = (description?: string): Json => ({ type: 'string', ...(description ? { description } : {}) })
const integer = (description?: string): Json => ({ type: 'integer', ...(description ? { description } : {}) })
const boolean = (description?: string): Json => ({ type: 'boolean', ...(description ? { description } : {}) })
const list = (items: Json): Json => ({ type: 'array', items })
const object = (properties: Json, description?: string): Json => ({
  type: 'object',
  properties,
  ...(description ? { description } : {}),
})
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const named = object({ id: integer(), name: text() })

export const SHAPES: Json = {
  current_user: object(
    {
      id: integer(),
      name: text(),
      email: text(),
      roles: list(named),
      permissions: list(named),
      empresa_id: integer('A empresa escolhida'),
      empresa: object({ id: integer(), xNome: text(), xFant: text(), CRT: integer(), UF: text() }),
      restoreId: text('Identidade no chat'),
    },
    'Quem entrou: as permissões são as das regras e as próprias.',
  ),
  app_acl: object(
    { roles: list(text()), permissions: list(text()) },
    'O que o navegador guarda em AppAcl: os nomes das regras e das permissões de quem entrou.',
  ),
  client_account: object(
    {
      CNPJ_CPF: text(),
      uuid: text(),
      qDiasDevedor: integer('Dias em atraso'),
      qParcelasDevedor: integer('Parcelas vencidas'),
      devedor: boolean('A partir de 3 dias, com parcelas vencidas, para quem pode pagar'),
      segundos: integer('Contagem do aviso: 30 por dia em atraso'),
      boleto_url: text('Onde pagar'),
    },
    'A assinatura em atraso, para quem deve ser avisado nesta sessão; senão null.',
  ),
  login_lists: object(
    Object.fromEntries(
      ['pagamento', 'armazenamento', 'empresa', 'vendedor', 'tipo_entrada_saida'].map((name) => [
        name,
        list(ref(name)),
      ]),
    ),
    'As listas de que quase toda tela precisa, até 1000 registros de cada; vazias sem direito de ver.',
  ),
  configuration_item: ref('configuracao'),
  category_tree_node: object({
    id: integer(),
    descricao: text(),
    full_descricao: text('O caminho inteiro: Atacado > Sul'),
    childs: list(ref('category_tree_node')),
  }),
  table_query: object(
    {
      page: integer('A partir de 1'),
      perPage: integer('De 1 a 1000; 10 se nada for dito'),
      orderBy: text('Um campo do recurso'),
      sortedBy: { type: 'string', enum: ['asc', 'desc'] },
      search: text('Texto livre, ou campo:valor separados por ;'),
      searchJoin: { type: 'string', enum: ['and', 'or'] },
      where: text('Objeto JSON de valores exatos, null ou listas de valores'),
      between: text('Objeto JSON de {campo: {ini, end}}, com os extremos'),
      custom: text('Objeto JSON de filtros próprios do recurso'),
    },
    'A consulta de uma lista. Campos desconhecidos são um erro 422.',
  ),
  'table_query.between': object({ ini: {}, end: {} }),
  list_response: object({
    data: list({}),
    last_page: integer(),
    current_page: integer(),
    total: integer(),
    total_capped: boolean('O total é uma estimativa: contar custaria mais do que a página'),
  }),
  scale_reading: object({ peso: { type: 'number' } }, 'O que a balança local responde, em quilogramas.'),
  password_reset_request: object({
    email: text('Sem token: quem pede o link'),
    token: text('O do link, que vale uma vez'),
    new_password: text(),
    confirm_password: text('Igual à nova senha'),
  }),
  reset_token: object({ aud: text('O e-mail de quem pediu') }, 'O que um link de nova senha leva.'),
  cnpj_lookup: object({
    ...Object.fromEntries(
      [
        'nome',
        'fantasia',
        'email',
        'logradouro',
        'numero',
        'complemento',
        'bairro',
        'uf',
        'telefone',
        'cep',
        'situacao',
      ].map((name) => [name, text()]),
    ),
    ibge: text('Código do município'),
  }),
  chat_user_presence: object(
    {
      id: integer('O colega'),
      name: text(),
      ativo: boolean(),
      presence: { type: 'string', enum: ['online', 'offline'] },
      nao_lidas: integer('Mensagens dele que não foram lidas'),
      ultima_id: integer('A última mensagem da conversa'),
      ultima_em: text(),
      ultima_de: integer('Quem a escreveu'),
      ultima_text: text('O começo dela'),
      lida_ate: integer('Até que mensagem ele leu'),
    },
    'Um colega na lista do chat, como GET /api/chat/mensagem/contatos e /ws/chat o mostram.',
  ),
  cep_lookup: object({
    logradouro: text(),
    bairro: text(),
    uf: text(),
    ibge: text('Código do município'),
    erro: boolean('Não há este CEP'),
  }),
}

interface Route {
  readonly path: string
  readonly method: 'get' | 'post' | 'put'
  readonly summary: string
  readonly answer: Json
  readonly body?: Json
  /** Needs no session. */
  readonly open?: true
  readonly tag?: string
}

const message = object({ message: text() })

const ROUTES: readonly Route[] = [
  {
    path: '/api/authenticate',
    method: 'post',
    summary: 'Entra',
    open: true,
    body: object({ email: text(), password: text() }),
    answer: object({ token: text(), user: ref('current_user') }),
  },
  { path: '/api/logout', method: 'post', summary: 'Sai', answer: message },
  {
    path: '/api/password_reset',
    method: 'post',
    summary: 'Pede um link de nova senha, ou com o token a troca',
    open: true,
    body: ref('password_reset_request'),
    answer: message,
  },
  {
    path: '/api/sessao',
    method: 'get',
    summary: 'Quem entrou, as empresas e a configuração',
    answer: object({
      user: ref('current_user'),
      empresas: list(ref('empresa')),
      empresa_id: integer(),
      configuracao: object({}, 'Itens de configuração por nome'),
      assinante: ref('client_account'),
      versao: text(),
    }),
  },
  { path: '/api/sessao/listas', method: 'get', summary: 'As listas de depois de entrar', answer: ref('login_lists') },
  { path: '/api/updateAvisoBloqueio', method: 'post', summary: 'O aviso de atraso foi fechado', answer: message },
  {
    path: '/api/consulta_cnpj/{cnpj}',
    method: 'get',
    summary: 'Dados públicos de uma empresa',
    answer: ref('cnpj_lookup'),
  },
  { path: '/api/consulta_cep/{cep}', method: 'get', summary: 'Endereço de um CEP', answer: ref('cep_lookup') },
  {
    path: '/api/chat/mensagem',
    method: 'post',
    summary: 'Envia uma mensagem a um colega; com a mesma chave, uma vez só',
    tag: 'Mensagem do chat',
    body: object({
      user_id: integer('Quem envia: só em seu próprio nome'),
      user_dest_id: integer(),
      text: { type: 'string', maxLength: 4000 },
      chave: { type: 'string', maxLength: 60 },
    }),
    answer: { allOf: [ref('chat_mensagem'), object({ message: text('Mensagem enviada com sucesso.') })] },
  },
  {
    path: '/api/cadastros/importacao/upload',
    method: 'post',
    summary: 'Lê uma planilha (CSV ou XLSX, multipart/form-data) para um novo lote, e a confere',
    tag: 'Importação',
    body: object({ tipo: text('clientes, fornecedores, produtos ou precos'), file: text('O arquivo') }),
    answer: ref('importacao'),
  },
  {
    path: '/reporting/lgpd/{recurso}/{id}',
    method: 'get',
    summary: 'Tudo sobre a pessoa de um cadastro; format=json, html ou pdf',
    tag: 'Atendimento LGPD',
    answer: object({
      titular: object({ nome: text(), cpf: text(), emails: list(text()) }),
      gerado_em: text(),
      cadastros: list(object({}, 'Registro, o que se refere a ele, histórico e anexos')),
      emails: list(object({})),
      acessos: list(object({})),
    }),
  },
  {
    path: '/api/mapa',
    method: 'get',
    summary: 'De onde vêm as imagens do mapa, e se o traçado das ruas é conhecido',
    tag: 'Mapa',
    answer: object({ tiles: text('Endereço com {z}, {x} e {y}'), credito: text(), caminhos: boolean() }),
  },
  {
    path: '/api/mapa/caminhos',
    method: 'post',
    summary: 'Como as ruas correm entre as paradas de rotas',
    tag: 'Mapa',
    body: object({ rotas: list(list(list({ type: 'number' }))) }, 'Rotas de lugares [longitude, latitude]'),
    answer: object({
      caminhos: object({}, 'Por trecho (lon,lat;lon,lat com cinco casas), a linha codificada (polyline)'),
    }),
  },
  { path: '/api/ncm/{code}', method: 'get', summary: 'O NCM de oito dígitos; 404 se não há', answer: ref('ncm') },
]

const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

/** The documented paths of the routes above. */
export const ROUTE_PATHS: Json = Object.fromEntries(
  ROUTES.map(({ path, method, summary, answer, body, open, tag = 'Sessão e consultas' }) => [
    path,
    {
      [method]: {
        tags: [tag],
        summary,
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: text(),
        })),
        ...(open ? { security: [] } : {}),
        ...(body ? { requestBody: content(body) } : {}),
        responses: {
          '200': { description: 'OK', ...content(answer) },
          default: { description: 'Erro: {code, message, errors?, request_id}' },
        },
      },
    },
  ]),
)
