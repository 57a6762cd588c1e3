-- As in 0021, with what deliveries, titles and orders tell of customers and suppliers too. Entries of lines that are gone are found by what they noted.
CREATE OR REPLACE FUNCTION prumo_anonimiza_auditoria(nome text, registro int, pessoais text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT public.prumo_foi_anonimizado(nome, registro) THEN
    RAISE EXCEPTION 'not anonymised' USING ERRCODE = '42501';
  END IF;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, pessoais) WHERE recurso = nome AND registro_id = registro;
  UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, NULL) WHERE pai = nome AND pai_id = registro;
  IF nome = 'cliente' THEN
    UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, '{cliente_xNome,cliente_CNPJ_CPF,cliente_endereco,obs}')
    WHERE (recurso = 'venda' AND registro_id IN (SELECT id FROM public.venda WHERE cliente_id = registro))
       OR (recurso = 'orcamento' AND registro_id IN (SELECT id FROM public.orcamento WHERE cliente_id = registro))
       OR (recurso = 'contas_receber' AND registro_id IN (SELECT id FROM public.contas_receber WHERE cliente_id = registro))
       OR (recurso = 'ordem_producao' AND registro_id IN (SELECT id FROM public.ordem_producao WHERE cliente_id = registro))
       OR (recurso = 'cliente_cashback' AND registro_id IN (SELECT id FROM public.cliente_cashback WHERE cliente_id = registro));
    UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, '{xNome,xEnder,xBairro,lon,lat,xOcorrencia}')
    WHERE recurso IN ('rota_venda', 'roteirizacao_entrega') AND (recurso, registro_id) IN (
      SELECT a.recurso, a.registro_id FROM public.auditoria a CROSS JOIN LATERAL jsonb_array_elements(a.campos) c
      WHERE a.recurso IN ('rota_venda', 'roteirizacao_entrega') AND c ->> 'campo' = 'venda_id'
        AND coalesce(c ->> 'para', c ->> 'de') IN (SELECT id::text FROM public.venda WHERE cliente_id = registro)
      UNION ALL SELECT 'rota_venda', v.id FROM public.rota_venda v JOIN public.venda s ON s.id = v.venda_id WHERE s.cliente_id = registro
      UNION ALL SELECT 'roteirizacao_entrega', e.id FROM public.roteirizacao_entrega e JOIN public.venda s ON s.id = e.venda_id
      WHERE s.cliente_id = registro);
  ELSIF nome = 'fornecedor' THEN
    UPDATE public.auditoria SET campos = public.prumo_sem_valores(campos, '{obs}')
    WHERE (recurso = 'entrada' AND registro_id IN (SELECT id FROM public.entrada WHERE fornecedor_id = registro))
       OR (recurso = 'contas_pagar' AND registro_id IN (SELECT id FROM public.contas_pagar WHERE fornecedor_id = registro))
       OR (recurso = 'pedido_compra' AND registro_id IN (SELECT id FROM public.pedido_compra WHERE fornecedor_id = registro))
       OR (recurso = 'pedido_compra_mercadoria_preco'
         AND registro_id IN (SELECT id FROM public.pedido_compra_mercadoria_preco WHERE fornecedor_id = registro));
  END IF;
END $$;
