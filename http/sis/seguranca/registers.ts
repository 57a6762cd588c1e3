import { chaveApiFields, segundoFatorFields } from '../../../core/fields/sis/seguranca'
import { resource } from '../../platform/resource'

/** A user's second factor. Its secret is sealed for its row; recovery codes are kept as digests. Shown to administrators: that there is one. */
export const segundoFator = resource({
  name: 'segundo_fator',
  paths: ['sis/segundo_fator'],
  title: 'Segundo fator',
  right: 'usuario',
  adminOnly: true,
  readOnly: true,
  company: 'none',
  fields: segundoFatorFields,
  search: ['user_id.name'],
  display: ['dhConfirmacao'],
  unique: [['user_id']],
})

/** Keys that programs of others come in with: in a user's name, with rights of their own, until a day. */
export const chaveApi = resource({
  name: 'chave_api',
  paths: ['sis/chave_api'],
  title: 'Chave de API',
  right: 'usuario',
  adminOnly: true,
  readOnly: true,
  company: 'none',
  fields: chaveApiFields,
  search: ['nome', 'prefixo'],
  display: ['nome', 'prefixo'],
  unique: [['token_hash']],
})
