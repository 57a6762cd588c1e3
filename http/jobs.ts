/** Every kind of background work: importing this file defines them, before a worker starts. */
import './platform/jobs/cancela'
import './sis/cleaning'
import './cadastros/lgpd/purge'
import './mrp/previsao/gerar-previsoes'
import './cadastros/empresa/webhook/deliver'
import './mrp/planejamento/generate'
import './cadastros/importacao/verbs'
import './expedicao/roteirizacao/calcular'
