import { f } from '../field'

/** What a user proves beside the password: a code of an app that shares a secret with us (TOTP, RFC 6238), or a recovery code. */
export const segundoFatorFields = {
  user_id: f.ref('Usuário', 'user').required(),
  segredo: f.sealed('Segredo'),
  codigos: f.json('Códigos de recuperação').secret(),
  dhConfirmacao: f.datetime('Ativo desde').computed(),
  ultimo_passo: f.integer('Último período usado').secret(),
}

/** How a program signs in by itself, with rights and an end of its own. */
export const chaveApiFields = {
  nome: f.text('Nome', { max: 60, doc: 'Do que a usa: o sistema da loja, o contador' }).required(),
  user_id: f.ref('Em nome de', 'user', { doc: 'A chave nunca pode mais do que este usuário' }).required(),
  empresa_id: f.ref('Empresa', 'empresa').required(),
  permissoes: f.json('Permissões', { format: 'direito', doc: "Lista de 'ação recurso', como 'show venda'" }),
  dExpira: f.date('Vale até').required(),
  prefixo: f.text('Começa com', { max: 12 }).computed(),
  token_hash: f.text('Chave', { max: 64 }).secret(),
  dhUso: f.datetime('Usada em').computed(),
  dhRevogacao: f.datetime('Revogada em').computed(),
}

/** What is written down of who comes in, and of what opens the doors. */
export const EVENTS = {
  entrou: 'Entrou',
  senha_recusada: 'Senha recusada',
  codigo_recusado: 'Código recusado',
  codigo_recuperacao: 'Entrou com código de recuperação',
  saiu: 'Saiu',
  sessoes_encerradas: 'Encerrou sessões',
  senha_alterada: 'Senha alterada',
  fator_ativado: 'Segundo fator ativado',
  fator_removido: 'Segundo fator removido',
  chave_criada: 'Chave de API criada',
  chave_revogada: 'Chave de API revogada',
  agente_pareado: 'Agente pareado',
  agente_revogado: 'Agente revogado',
  direitos: 'Direitos alterados',
} as const

export type SecurityEvent = keyof typeof EVENTS

export const eventoSegurancaFields = {
  dh: f.datetime('Quando').required().computed(),
  tipo: f.choice('O quê', EVENTS).required(),
  user_id: f.ref('De quem', 'user', { trace: true }),
  autor_id: f.ref('Por quem', 'user', { trace: true }),
  endereco: f.text('Endereço', { max: 60 }),
  detalhe: f.text('Detalhe', { max: 200 }),
}
