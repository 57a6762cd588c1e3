/** Every action of the chat: importing this file defines them, before routes are mounted. */
import './verbs/contatos'
import './verbs/get-nao-lidas-count'
import './verbs/set-mensagens-lidas'
