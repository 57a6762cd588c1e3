import { f } from '../field'
import { person } from './pessoas'

const ORDER_CODE = /^\d{12}$/
const BADGE = /^[0-9A-Z][0-9A-Z.-]{4,39}$/

/** A badge as it is read, in capitals: long enough to be no key that is typed, and not of the length that papers of orders have. */
export function readBadge(text: string) {
  const code = text.trim().toUpperCase()
  if (ORDER_CODE.test(code)) return { error: 'Doze dígitos são o código de uma ordem: use outro número no crachá.' }
  return BADGE.test(code) ? { ok: code } : { error: 'Use de 5 a 40 letras, números, pontos ou hifens.' }
}

export const colaboradorFields = {
  ...person(),
  funcao: f.text('Função', { max: 80 }),
  dAdmissao: f.date('Admissão'),
  user_id: f.ref('Usuário', 'user'),
  armazenamento_id: f.ref('Local das peças', 'armazenamento', {
    doc: 'De onde saem primeiro as peças das ordens de serviço deste técnico',
  }),
  cracha: f.text('Crachá', { max: 40, normalize: readBadge, doc: 'O código lido no chão de fábrica' }),
}
