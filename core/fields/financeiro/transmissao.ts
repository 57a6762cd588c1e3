import { f } from '../field'

/** How files go from a cash account to its bank: payments and collection (document 3, section 7: enviaPagamentosBanco). */

export const DELIVERY_WAYS = {
  pasta: 'Pasta no servidor',
  sftp: 'SFTP',
  api: 'API de arquivos do banco',
} as const

export type DeliveryWay = keyof typeof DELIVERY_WAYS

/** What is told to the one side of a connection about the other is for those who set collection up. */
const RIGHT = 'banco_cnab'

export const transmissaoFields = {
  transmissao_via: f.choice('Transmissão', DELIVERY_WAYS, {
    doc: 'Como os arquivos vão ao banco; vazia: quem os baixa os leva',
  }),
  transmissao_endereco: f
    .text('Endereço', { max: 300, doc: 'SFTP: servidor ou servidor:porta. API: https://…' })
    .guarded(RIGHT),
  transmissao_pasta: f.text('Pasta', { max: 200, doc: 'Onde os arquivos são gravados' }).guarded(RIGHT),
  transmissao_usuario: f.text('Usuário', { max: 200, doc: 'Na API: o client ID' }).guarded(RIGHT),
  transmissao_senha: f.sealed('Senha', { doc: 'Na API: o client secret' }),
  transmissao_chave: f.sealed('Chave privada', {
    max: 16_000,
    doc: 'PEM. Na API: o certificado e a chave dele, onde o banco os pede',
  }),
  transmissao_impressao: f
    .text('Chave do servidor', {
      max: 60,
      doc: 'SFTP: a impressão digital que o banco informa, SHA256:…',
      normalize: fingerprint,
    })
    .guarded(RIGHT),
  transmissao_token_url: f.text('Endereço do token', { max: 300, doc: 'API: onde se pede o acesso' }).guarded(RIGHT),
}

/** `SHA256:` and the digest in base64, as OpenSSH writes it; a trailing `=` is left out. */
function fingerprint(text: string) {
  const digest = text
    .trim()
    .replace(/^SHA256:/i, '')
    .replace(/=+$/, '')
  return /^[A-Za-z0-9+/]{43}$/.test(digest)
    ? { ok: `SHA256:${digest}` }
    : { error: 'Informe a impressão digital como o banco a dá: SHA256: e 43 caracteres.' }
}

/** Where the delivery of a file to its bank stands; nothing where none was asked for. */
export const DELIVERY_STATES = {
  na_fila: 'Na fila',
  enviando: 'Enviando',
  incerta: 'Não se sabe se chegou',
  recebida: 'Entregue',
  respondida: 'Entregue',
  falhou: 'Não entregue',
} as const

/** The bank has the file. */
export const DELIVERED: readonly string[] = ['recebida', 'respondida'] satisfies (keyof typeof DELIVERY_STATES)[]

export const entregaFields = {
  dhEntrega: f.datetime('Entregue ao banco em').computed(),
  xEntrega: f.text('Recibo da entrega', { max: 200, doc: 'O que o banco disse, ou quem entregou' }).computed(),
}

/** What the exchange says of a delivery. */
export const entregaComputed = {
  entrega: f.choice('Entrega', DELIVERY_STATES).computed(),
  entrega_erro: f.text('Por que não foi entregue', { max: 500 }).computed(),
}

/** What saying that the bank has a file asks. */
export const jaEntregueFields = { xMotivo: f.text('Como chegou ao banco', { max: 150 }).required() }
