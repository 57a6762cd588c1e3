-- Cost and margin are a right of their own: whoever writes products, entries, orders of purchase or of production, or prices, knows them already and goes on.
insert into permission (name) values ('show custo') on conflict (name) do nothing;
insert into role_permission (role_id, permission_id)
select distinct x.role_id, c.id from role_permission x join permission p on p.id = x.permission_id, permission c
where c.name = 'show custo' and p.name ~ '^(store|edit|manage|change)[ _](mercadoria|entrada|pedido_compra|ordem_producao|tabela_preco)$'
on conflict do nothing;
insert into user_permission (user_id, permission_id)
select distinct x.user_id, c.id from user_permission x join permission p on p.id = x.permission_id, permission c
where c.name = 'show custo' and p.name ~ '^(store|edit|manage|change)[ _](mercadoria|entrada|pedido_compra|ordem_producao|tabela_preco)$'
on conflict do nothing;
