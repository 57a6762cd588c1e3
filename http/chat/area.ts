import { area } from '../area'
import { chatMensagem } from './mensagem'
import { chatRoutes } from './told'
import * as contacts from './verbs/contatos'
import * as unread from './verbs/get-nao-lidas-count'
import * as markRead from './verbs/set-mensagens-lidas'

export const chat = area({
  name: 'chat',
  resources: [chatMensagem],
  actions: [contacts, unread, markRead],
  routes: chatRoutes,
})
