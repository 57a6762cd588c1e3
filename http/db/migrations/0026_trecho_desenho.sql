-- How the road runs, as an encoded polyline of five decimals; asked for when a map shows it.
alter table trecho_rota add column desenho text;
